package org.sparkldp.protocols;

import java.util.List;
import java.util.Set;

/** The laws of this module's protocols. */
class ProtocolLawsTest extends ProtocolLaws {
  ProtocolLawsTest() {
    super(
        "org.sparkldp.protocols",
        List.of(
            "sue(epsilon=1,k=67)",
            "oue(epsilon=1,k=64)",
            "the(epsilon=1,k=7)",
            "the(epsilon=1,k=9,theta=0.7)",
            "the(epsilon=1,k=9,calibration=paper)",
            "blh(epsilon=1,k=9)",
            "blh(epsilon=1,k=9,hash=seeded)",
            "olh(epsilon=1,k=20)",
            "olh(epsilon=1,k=20,g=9)",
            "olh(epsilon=1,k=20,hash=seeded)",
            "olh(epsilon=1,k=20,g=6,hash=seeded)",
            "hadamard(epsilon=1,k=20)",
            "hadamard(epsilon=1,k=21,blocks=4)",
            "subset(epsilon=1,k=70)",
            "subset(epsilon=1,k=11,size=4)",
            "rappor(epsilon=1,k=3,bits=9,cohorts=5)",
            "laplace-mean(epsilon=1,lower=-1,upper=2)",
            "gaussian-noise(epsilon=1,delta=1e-6,lower=-1,upper=2)",
            "duchi(epsilon=1,lower=-1,upper=2)",
            "piecewise(epsilon=1,lower=-1,upper=2)",
            "hybrid(epsilon=1,lower=-1,upper=2)",
            "mean(epsilon=1,lower=-1,upper=2)",
            "truncated-mean(epsilon=1,moment=2,bound=1,users=1000)",
            "hypercube(epsilon=1,d=5,radius=1)",
            "hypercube(epsilon=1,d=5,radius=1,variant=best)",
            "one-coordinate(epsilon=1,d=5,radius=1)",
            "coordinate-sampling(epsilon=1,d=5,radius=1,coordinates=2)",
            "l2-ball(epsilon=1,d=5,radius=1)",
            "privunit(epsilon=1,d=5,radius=1)",
            "privunit-g(epsilon=1,d=5,radius=1)",
            "laplace-vector(epsilon=1,d=5,radius=1)",
            "gaussian-vector(epsilon=1,d=2,radius=1,delta=0.01)",
            "density(epsilon=1,lower=-1,upper=2,terms=5,points=8)",
            "density(epsilon=1,lower=-1,upper=2,terms=5,points=8,mechanism=published)",
            "gaussian(epsilon=1,sigma=1,range=10)",
            "gaussian(epsilon=1,sigma_min=1,sigma_max=8,range=10,strata=2)",
            "gaussian-1round(epsilon=1,sigma=1,range=10)",
            "linear(epsilon=1,p=3,radius=1,residual=1)",
            "logistic(epsilon=1,p=3,radius=1)",
            "poisson(epsilon=1,p=3,radius=1,residual=1)",
            "median(epsilon=1,lower=-1,upper=2)",
            "quantile(p=0.9,epsilon=1,lower=-1,upper=2)",
            "sq(epsilon=1,queries=3)"),
        List.of(
            "the(epsilon=1,k=9,theta=0.7,calibration=paper)",
            "olh(epsilon=1,k=20,g=9,hash=seeded)",
            "subset(epsilon=1,k=11,size=4)",
            "hadamard(epsilon=1,k=21,blocks=4)",
            "rappor(epsilon=1,k=3,bits=9,hashes=2,cohorts=5,irr_p=0.1,irr_q=0.9)",
            "gaussian-noise(epsilon=1,delta=1e-6,lower=-1,upper=2,outside=clip)",
            "truncated-mean(epsilon=1,moment=2,bound=1,users=1000,base=laplace)",
            "hypercube(epsilon=1,d=5,radius=1,variant=best,outside=clip)",
            "coordinate-sampling(epsilon=1,d=5,radius=1,coordinates=2,outside=clip)",
            "privunit(epsilon=1,d=5,radius=1,candidates=40,outside=clip)",
            "gaussian-vector(epsilon=1,d=2,radius=1,delta=0.01,norm=l2,outside=clip)",
            "laplace-vector(epsilon=1,d=2,radius=1,norm=l2,outside=clip)",
            "density(epsilon=1,lower=0,upper=2,terms=5,points=8,mechanism=published,outside=clip)",
            "density(epsilon=1,lower=0,upper=2,users=10000,smoothness=2,bound=3)",
            "gaussian(epsilon=1,sigma_min=1,sigma_max=8,range=10,center=3,users=90000,strata=2)",
            "gaussian-1round(epsilon=1,sigma=2,range=10,center=3,users=90000,strata=2)",
            "median(epsilon=1,lower=0,upper=2,users=90000,rounds=5,outside=clip)",
            "quantile(p=0.9,epsilon=1,lower=0,upper=2,users=90000,rounds=9,method=sgd)",
            "sq(epsilon=1,queries=3,tau=0.1,beta=0.05,outside=clip)"),
        // Their strategies are made, or read, elsewhere.
        Set.of("factorization", "strategy"));
  }
}
