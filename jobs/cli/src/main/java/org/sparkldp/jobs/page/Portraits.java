package org.sparkldp.jobs.page;

import java.util.List;
import java.util.function.Function;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.task.DensityTask;
import org.sparkldp.jobs.task.GaussianMeanTask;
import org.sparkldp.jobs.task.HistogramTask;
import org.sparkldp.jobs.task.ItemsTask;
import org.sparkldp.jobs.task.MeanByTask;
import org.sparkldp.jobs.task.MeanTask;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.protocols.sums.KeyedSums;

/** Portraits that are a picture and no more. */
abstract class Portraits<Q extends Task> implements Portrait<Q> {
  private final String kind;
  private final Function<Q, Picture> picture;

  private Portraits(String kind, Function<Q, Picture> picture) {
    this.kind = kind;
    this.picture = picture;
  }

  @Override
  public final String kind() {
    return kind;
  }

  @Override
  public final Picture picture(Q question) {
    return picture.apply(question);
  }

  /** Histograms. */
  public static final class HistogramPicture extends Portraits<HistogramTask> {
    /** As the service loader makes it. */
    public HistogramPicture() {
      super(
          "histogram",
          question ->
              new Picture.Bars(
                  "How many people hold each value of " + question.about(),
                  question.about(),
                  true,
                  question.isOrdered(),
                  List.of()));
    }
  }

  /** Sets of items. */
  public static final class ItemsPicture extends Portraits<ItemsTask> {
    /** As the service loader makes it. */
    public ItemsPicture() {
      super(
          "items",
          question ->
              new Picture.Bars(
                  "How many people hold each of " + question.about(),
                  question.about(),
                  false,
                  false,
                  List.of()));
    }
  }

  /** Counts, sums and means by a key. */
  public static final class MeanByPicture extends Portraits<MeanByTask> {
    /** As the service loader makes it. */
    public MeanByPicture() {
      super(
          "mean-by",
          question -> new Picture.Dots("group", place -> KeyedSums.measure(place).word()));
    }
  }

  /** Densities. */
  public static final class DensityPicture extends Portraits<DensityTask> {
    /** As the service loader makes it. */
    public DensityPicture() {
      super(
          "density",
          question ->
              new Picture.Curve(
                  "The density of " + question.about(),
                  question.about(),
                  "people, as a fraction, by unit of " + question.about(),
                  false,
                  question.protocol().places()));
    }
  }

  /** Means. */
  public static final class MeanPicture extends Portraits<MeanTask> {
    /** As the service loader makes it. */
    public MeanPicture() {
      super(
          "mean",
          question ->
              new Picture.Dots(
                  question.protocol().coordinates() > 1 ? "column" : "",
                  row -> "mean",
                  question.protocol().lower(),
                  question.protocol().upper()));
    }
  }

  /** Gaussian means. */
  public static final class GaussianMeanPicture extends Portraits<GaussianMeanTask> {
    /** As the service loader makes it. */
    public GaussianMeanPicture() {
      super(
          "gaussian-mean",
          question ->
              new Picture.Dots(
                  question.values().strata().map(Attribute::column).orElse(""),
                  question.protocol()::quantity));
    }
  }

  /** Queries. */
  public static final class QueryPicture extends Portraits<QueryTask> {
    /** As the service loader makes it. */
    public QueryPicture() {
      super("query", question -> new Picture.Dots("query", row -> "answers"));
    }
  }
}
