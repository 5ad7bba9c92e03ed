package org.sparkldp.jobs.table;

import java.util.Map;

/**
 * The refusal of a file of a table: its sentence, and what a person or a program must know to open
 * it. It holds no private value.
 */
public final class BadFile extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final transient Map<String, String> folders;
  private final String column;
  private final long rows;

  /**
   * @param file its name, with its folders below the table's path
   * @param folders the columns that are not private by which its folders are named, such as a day,
   *     and their values
   * @param column the one that it is about; empty for none
   * @param rows how many rows are concerned; 0 where it is the whole file
   */
  BadFile(String file, Map<String, String> folders, String column, long rows, String sentence) {
    super(sentence);
    this.file = file;
    this.folders = Map.copyOf(folders);
    this.column = column;
    this.rows = rows;
  }

  /** The file's name, with its folders below the table's path. */
  public String file() {
    return file;
  }

  /** What its folders are named by, such as its day. */
  public Map<String, String> folders() {
    return folders;
  }

  /** The column that it is about; empty for none. */
  public String column() {
    return column;
  }

  /** How many rows are concerned; 0 where it is the whole file. */
  public long rows() {
    return rows;
  }
}
