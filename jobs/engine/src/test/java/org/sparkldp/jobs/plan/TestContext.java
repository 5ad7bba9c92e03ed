package org.sparkldp.jobs.plan;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/** A world without Spark: one public column, predicates that hold for the first item only. */
public class TestContext implements PlanContext {
  private final Path folder;

  /** Plans that lie in a folder. */
  public TestContext(Path folder) {
    this.folder = folder;
  }

  @Override
  public TextFile file(String path) {
    return TextFile.of(folder.resolve(path));
  }

  @Override
  public byte[] attachment() {
    return new byte[0];
  }

  @Override
  public List<String> distinct(String table, String column) {
    return List.of(table + "." + column, "other");
  }

  @Override
  public BitSet[] select(ProductDomain domain, List<String> predicates) {
    return predicates.stream().map(p -> BitSet.valueOf(new long[] {1})).toArray(BitSet[]::new);
  }
}
