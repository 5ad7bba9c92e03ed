package org.sparkldp.datasets;

import java.io.Serializable;
import java.time.LocalDate;

/**
 * One column of a synthetic table: its name and type, what it is drawn from, and its cells.
 *
 * <p>A cell is a pure function of (seed, index), so one column can be drawn without the others. The
 * kinds differ in the primitive that {@code at} returns; {@link #value} boxes it.
 */
public sealed interface Column extends Serializable {

  /** The type of the cells; in brackets what {@link Column#value} gives. */
  enum Type {
    /** 64-bit integer ({@link Long}). */
    LONG,
    /** 32-bit integer ({@link Integer}). */
    INT,
    /** 64-bit floating point ({@link Double}), always finite. */
    DOUBLE,
    /** Text ({@link String}). */
    STRING,
    /** Calendar day ({@link LocalDate}). */
    DATE
  }

  /** Lower case words joined by underscores; unique in its table. */
  String name();

  /** One phrase for the reader: what a cell says, with its unit and range. */
  String meaning();

  Truth truth();

  Type type();

  /**
   * The cell, boxed as {@link Type} says; never null.
   *
   * @param seed which table
   * @param index which row, &gt;= 0
   */
  Object value(long seed, long index);

  /** Cells of a {@link Type#LONG} column. */
  @FunctionalInterface
  interface LongCell extends Serializable {
    long at(long seed, long index);
  }

  /** Cells of a {@link Type#INT} column; of a {@link Type#DATE} column as days since 1970-01-01. */
  @FunctionalInterface
  interface IntCell extends Serializable {
    int at(long seed, long index);
  }

  /** Cells of a {@link Type#DOUBLE} column. */
  @FunctionalInterface
  interface DoubleCell extends Serializable {
    double at(long seed, long index);
  }

  /** Cells of a {@link Type#STRING} column. */
  @FunctionalInterface
  interface StringCell extends Serializable {
    String at(long seed, long index);
  }

  /** A column of 64-bit integers. */
  record OfLong(String name, String meaning, Truth truth, LongCell cell) implements Column {
    public long at(long seed, long index) {
      return cell.at(seed, index);
    }

    @Override
    public Type type() {
      return Type.LONG;
    }

    @Override
    public Long value(long seed, long index) {
      return at(seed, index);
    }
  }

  /** A column of 32-bit integers. */
  record OfInt(String name, String meaning, Truth truth, IntCell cell) implements Column {
    public int at(long seed, long index) {
      return cell.at(seed, index);
    }

    @Override
    public Type type() {
      return Type.INT;
    }

    @Override
    public Integer value(long seed, long index) {
      return at(seed, index);
    }
  }

  /** A column of numbers. */
  record OfDouble(String name, String meaning, Truth truth, DoubleCell cell) implements Column {
    public double at(long seed, long index) {
      return cell.at(seed, index);
    }

    @Override
    public Type type() {
      return Type.DOUBLE;
    }

    @Override
    public Double value(long seed, long index) {
      return at(seed, index);
    }
  }

  /** A column of text. */
  record OfString(String name, String meaning, Truth truth, StringCell cell) implements Column {
    public String at(long seed, long index) {
      return cell.at(seed, index);
    }

    @Override
    public Type type() {
      return Type.STRING;
    }

    @Override
    public String value(long seed, long index) {
      return at(seed, index);
    }
  }

  /** A column of calendar days; the primitive is the number of days since 1970-01-01. */
  record OfDate(String name, String meaning, Truth truth, IntCell cell) implements Column {
    public int at(long seed, long index) {
      return cell.at(seed, index);
    }

    @Override
    public Type type() {
      return Type.DATE;
    }

    @Override
    public LocalDate value(long seed, long index) {
      return LocalDate.ofEpochDay(at(seed, index));
    }
  }
}
