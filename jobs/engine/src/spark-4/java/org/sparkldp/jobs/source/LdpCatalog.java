package org.sparkldp.jobs.source;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.ProcedureCatalog;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sparkldp.protocols.check.Require;

/**
 * A plan as a statement: {@code CALL ldp.run(...)} asks those who have not been asked, and gives
 * the estimates, as {@link LdpSource} does. The session names it by {@code
 * spark.sql.catalog.ldp=org.sparkldp.jobs.source.LdpCatalog}.
 *
 * <pre>{@code
 * CALL ldp.run(plan => 'country.conf', people => 'people', output => '/lake/ldp/country');
 * }</pre>
 *
 * <p>Arguments: {@code plan}, {@code people} (a table or view) and {@code output}; {@code days} and
 * {@code group_by} may be left out ({@link SourceRequest}). Spark has procedures from 4.0 on.
 */
public final class LdpCatalog implements ProcedureCatalog {
  private static final Identifier RUN = Identifier.of(new String[0], "run");

  private String name = "";

  @Override
  public void initialize(String as, CaseInsensitiveStringMap options) {
    name = as;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UnboundProcedure loadProcedure(Identifier procedure) {
    Require.that(procedure.equals(RUN))
        .orRefuse("the only procedure is %s.run. Provided: %s.", name, procedure);
    return new RunProcedure();
  }

  /** What Spark 4.1 and later ask. */
  @SuppressWarnings("MissingOverride")
  public Identifier[] listProcedures(String[] namespace) {
    return new Identifier[] {RUN};
  }

  /** The statement, whose arguments are the options of the source. */
  private static final class RunProcedure implements UnboundProcedure, BoundProcedure {
    private static final List<ProcedureParameter> PARAMETERS =
        List.of(
            ProcedureParameter.in("plan", DataTypes.StringType).build(),
            ProcedureParameter.in("people", DataTypes.StringType).build(),
            ProcedureParameter.in("output", DataTypes.StringType).build(),
            ProcedureParameter.in("days", DataTypes.StringType).defaultValue("''").build(),
            ProcedureParameter.in("group_by", DataTypes.StringType).defaultValue("''").build());

    @Override
    public String name() {
      return RUN.name();
    }

    @Override
    public String description() {
      return "runs a plan over a table of people, once only, and gives the estimates";
    }

    @Override
    public BoundProcedure bind(StructType arguments) {
      return this;
    }

    @Override
    public ProcedureParameter[] parameters() {
      return PARAMETERS.toArray(ProcedureParameter[]::new);
    }

    @Override
    public boolean isDeterministic() {
      return false;
    }

    @Override
    public Iterator<Scan> call(InternalRow arguments) {
      Map<String, String> options = new HashMap<>();
      for (int i = 0; i < PARAMETERS.size(); i++) {
        if (!arguments.isNullAt(i)) {
          options.put(PARAMETERS.get(i).name(), arguments.getString(i));
        }
      }
      return LdpSource.saying(
          () -> {
            SourceRequest question =
                SourceRequest.of(SparkSession.active(), name -> options.getOrDefault(name, ""));
            question.ask(question.people());
            Dataset<Row> estimates = question.estimates();
            InternalRow[] rows = estimates.queryExecution().executedPlan().executeCollect();
            return List.<Scan>of(new StatementResult(estimates.schema(), Arrays.asList(rows)))
                .iterator();
          });
    }
  }

  /** The result of the statement. */
  private record StatementResult(StructType readSchema, List<InternalRow> all)
      implements LocalScan {
    @Override
    public InternalRow[] rows() {
      return all.toArray(InternalRow[]::new);
    }
  }
}
