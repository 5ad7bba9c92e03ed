package org.sparkldp.jobs.command;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.SharedServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * {@code ldp server}: a Spark Connect server with the ldp_ functions. It holds no release key,
 * because whoever may send it SQL could read the key, and it is reached from this machine alone
 * unless clients must show a token.
 */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = {
      "A SQL server with the ldp_ functions, for several people.",
      "Holds no release key, unless spark.ldp.keyed.attributes pins what it may randomize."
    })
@Group.Of(Group.MORE)
public final class ServerCommand implements Callable<Integer> {
  private static final String PLUGIN = "org.apache.spark.sql.connect.SparkConnectPlugin";
  private static final String TOKEN = "spark.connect.authenticate.token";
  private static final String TOKEN_VARIABLE = "SPARK_CONNECT_AUTHENTICATE_TOKEN";

  @ParentCommand private HasSession ldp;

  @Option(
      names = "--connect",
      required = true,
      description = "Spark Connect, for Python, Java, Go and Scala clients")
  private boolean unusedConnect; // what it serves; a Thrift server is a Spark distribution's

  @Option(names = "--port", paramLabel = "PORT", description = "default 15002")
  private int port = 15_002;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = "the address it listens at; default 127.0.0.1, this machine alone")
  private String bind = "127.0.0.1";

  @Override
  public Integer call() throws InterruptedException {
    Require.that(port > 0 && port < 65536)
        .orRefuse("a port must be between 1 and 65535. Provided value: %s.", port);
    requireToken();
    if (SharedServer.hasKey(ldp.session().settings())
        && !SharedServer.pinsKey(ldp.session().settings())) {
      throw new Refusal(
          "a server that several people share must hold no release key, because whoever may send"
              + " it SQL can read the key. Provided: a key; unset LDP_KEY and spark.ldp.keyFile, or"
              + " pin what it may randomize in spark.ldp.keyed.attributes.");
    }
    Require.that(isThere(PLUGIN))
        .orRefuse(
            "Spark Connect must be on the class path. Provided: no class %s; start the server by"
                + " jobs/bin/ldp, which fetches it.",
            PLUGIN);
    ldp.session()
        .set("spark.plugins", PLUGIN)
        .set("spark.connect.grpc.binding.address", bind)
        .set("spark.connect.grpc.binding.port", Integer.toString(port));
    SparkSession spark = ldp.session().spark();
    Steps.say("Spark Connect listens at sc://" + bind + ":" + port + "; Ctrl-C ends it");
    while (!spark.sparkContext().isStopped()) {
      TimeUnit.SECONDS.sleep(1);
    }
    return Exit.DONE;
  }

  private void requireToken() {
    boolean hasToken =
        !Objects.requireNonNullElse(System.getenv(TOKEN_VARIABLE), "").isBlank()
            || !ldp.session().settings().get(TOKEN, "").isBlank();
    try {
      Require.that(hasToken || InetAddress.getByName(bind).isLoopbackAddress())
          .orRefuse(
              "a server that other machines reach must ask for a token. Provided: --bind %s and no"
                  + " token; set the environment variable %s.",
              bind, TOKEN_VARIABLE);
    } catch (UnknownHostException unknown) {
      throw Require.refusal("an address must be known here. Provided: --bind %s.", bind);
    }
  }

  private static boolean isThere(String name) {
    try {
      Class.forName(name, false, ServerCommand.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
