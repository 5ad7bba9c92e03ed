package org.sparkldp.sql.catalyst;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.PersistedView$;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.OverwritePartitionsDynamic;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.RowLevelWrite;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.command.AlterViewAsCommand;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.datasources.V1WriteCommand;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.util.HadoopFSUtils;
import scala.Option;

/**
 * A command that writes the rows of a query, of whatever data source: whether it takes the place of
 * what stands there. Commands of Spark's, of Hive's and of other sources are read by what they
 * hold: a mode of saving or a switch {@code overwrite}, a path, a table of the catalogue.
 */
public final class WriteCommand {
  private final QueryPlan<?> command;
  private final List<Object> parts;
  private final boolean isV2;

  private WriteCommand(QueryPlan<?> command) {
    this.command = command;
    this.parts =
        IntStream.range(0, command.productArity()).mapToObj(command::productElement).toList();
    this.isV2 = command instanceof V2WriteCommand || command instanceof V2CreateTableAsSelectPlan;
  }

  /** The command, if an operator is one. */
  public static Optional<WriteCommand> of(QueryPlan<?> operator) {
    WriteCommand read = new WriteCommand(operator);
    boolean writes =
        read.isV2 || read.part(SaveMode.class).isPresent() || read.word("overwrite").isPresent();
    return writes ? Optional.of(read) : Optional.empty();
  }

  /** Whether an operator makes a permanent view. */
  public static boolean isPermanentView(QueryPlan<?> operator, SparkSession session) {
    return (operator instanceof CreateViewCommand made && made.viewType() == PersistedView$.MODULE$)
        || (operator instanceof AlterViewAsCommand changed
            && !session.sessionState().catalog().isTempView(changed.name()));
  }

  /** The table, as a message names it; none if it writes files. */
  public String target() {
    if (command instanceof V2WriteCommand write) {
      return write.table().name();
    }
    if (isV2 && ((V2CreateTableAsSelectPlan) command).name() instanceof ResolvedIdentifier name) {
      return name.catalog().name() + "." + name.identifier();
    }
    return part(CatalogTable.class).map(CatalogTable::qualifiedName).orElse("files");
  }

  /** Whether it takes the place of what stands, if anything does. */
  public boolean overwrites() {
    return command instanceof OverwriteByExpression
        || command instanceof OverwritePartitionsDynamic
        || command instanceof ReplaceTableAsSelect
        || command instanceof RowLevelWrite
        || part(SaveMode.class).filter(mode -> mode == SaveMode.Overwrite).isPresent()
        || word("overwrite").orElse(false);
  }

  /** Whether it makes a table that no catalogue has; it may have had it until now. */
  public boolean makesTable(SparkSession session) {
    return !(command instanceof V1WriteCommand)
        && part(CatalogTable.class)
            .filter(table -> !session.sessionState().catalog().tableExists(table.identifier()))
            .isPresent();
  }

  /**
   * Whether data stands where it writes, or something of which nobody can see whether it is empty.
   */
  public boolean isOverData(SparkSession session) {
    try {
      if (isV2) {
        return isV2OverData(session);
      }
      SessionCatalog catalog = session.sessionState().catalog();
      List<Path> places = new ArrayList<>(partitions(catalog));
      if (!places.isEmpty() && word("ifPartitionNotExists").orElse(false)) {
        return false; // nothing will be written
      }
      folder(catalog).ifPresent(places::add);
      Configuration conf = session.sessionState().newHadoopConf();
      for (Path place : places) {
        if (hasData(place.getFileSystem(conf), place)) {
          return true;
        }
      }
      return places.isEmpty();
    } catch (IOException unseen) {
      return true;
    }
  }

  private boolean isV2OverData(SparkSession session) throws IOException {
    Optional<Table> table = Optional.empty();
    if (command instanceof V2WriteCommand write) {
      if (!(write.table() instanceof DataSourceV2Relation relation)) {
        return true;
      }
      table = Optional.of(relation.table());
    } else if (((V2CreateTableAsSelectPlan) command).name() instanceof ResolvedIdentifier name
        && name.catalog() instanceof TableCatalog catalog) {
      try {
        table = Optional.of(catalog.loadTable(name.identifier()));
      } catch (NoSuchTableException none) {
        return false;
      }
    }
    String place = table.map(one -> one.properties().get(TableCatalog.PROP_LOCATION)).orElse(null);
    Configuration conf = session.sessionState().newHadoopConf();
    return place == null || hasData(new Path(place).getFileSystem(conf), new Path(place));
  }

  private Map<String, String> staticPartition() {
    return command instanceof V1WriteCommand write ? Scala.map(write.staticPartitions()) : Map.of();
  }

  /** The places of the partitions that it would replace, where a catalogue holds them. */
  private List<Path> partitions(SessionCatalog catalog) {
    CatalogTable table = part(CatalogTable.class).orElse(null);
    if (staticPartition().isEmpty() || table == null || !table.tracksPartitionsInCatalog()) {
      return List.of();
    }
    var partition = Option.apply(((V1WriteCommand) command).staticPartitions());
    return Scala.list(catalog.listPartitions(table.identifier(), partition)).stream()
        .map(one -> new Path(one.location()))
        .toList();
  }

  /** The folder that it would clear; none where it writes no files that can be seen from here. */
  private Optional<Path> folder(SessionCatalog catalog) {
    Optional<CatalogTable> table = part(CatalogTable.class);
    Map<String, String> partition = staticPartition();
    String below =
        table.map(one -> Scala.list(one.partitionColumnNames())).orElse(List.of()).stream()
            .filter(partition::containsKey)
            .map(one -> ExternalCatalogUtils.getPartitionPathString(one, partition.get(one)))
            .collect(Collectors.joining("/"));
    return Stream.of(
            part(Path.class),
            table.flatMap(one -> location(one.storage())),
            table
                .filter(one -> !catalog.tableExists(one.identifier()))
                .map(one -> new Path(catalog.defaultTablePath(one.identifier()))),
            part(CatalogStorageFormat.class).flatMap(WriteCommand::location),
            option("path").map(Path::new))
        .flatMap(Optional::stream)
        .findFirst()
        .map(one -> below.isEmpty() ? one : new Path(one, below));
  }

  private static Optional<Path> location(CatalogStorageFormat storage) {
    return Scala.<URI>optional(storage.locationUri()).map(Path::new);
  }

  private Optional<String> option(String name) {
    return part(scala.collection.immutable.Map.class)
        .map(options -> Scala.map((scala.collection.Map<?, ?>) options).get(name))
        .map(Object::toString);
  }

  /** What the command holds of a type, an optional one's too. */
  private <T> Optional<T> part(Class<T> type) {
    return parts.stream()
        .map(part -> part instanceof Option<?> option && option.isDefined() ? option.get() : part)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /** A switch of a command by its name; Hive's classes are not on every class path. */
  private Optional<Boolean> word(String name) {
    try {
      return command.getClass().getMethod(name).invoke(command) instanceof Boolean word
          ? Optional.of(word)
          : Optional.empty();
    } catch (ReflectiveOperationException none) {
      return Optional.empty();
    }
  }

  /** Whether a file lies there that readers see. */
  private static boolean hasData(FileSystem files, Path place) throws IOException {
    RemoteIterator<FileStatus> all;
    try {
      all = files.listStatusIterator(place);
      while (all.hasNext()) {
        FileStatus one = all.next();
        boolean isHidden =
            HadoopFSUtils.shouldFilterOutPathName(one.getPath().getName())
                && !one.getPath().equals(place);
        if (!isHidden && (one.isFile() || hasData(files, one.getPath()))) {
          return true;
        }
      }
      return false;
    } catch (FileNotFoundException none) {
      return false;
    }
  }
}
