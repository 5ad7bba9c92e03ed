package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.sql.SparkTest;

/** What a command says of a result stands where the result is read, and is true. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class NotesTest {
  private static final String DOUBT = "Nearly all people are in (other)";

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void key() throws IOException {
    box.write("release.key", "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(
        box.at("release.key"), PosixFilePermissions.fromString("rw-------"));
  }

  private void plan(String randomness, String... more) {
    String plan =
        Fixture.text(
            "column = letter",
            "domain { type = list, items = [a, b, c] }",
            "protocol = \"grr(epsilon=4.0)\"",
            "outside = category",
            "public = []",
            "randomness = " + randomness);
    box.write("plan.conf", Fixture.with(plan, more));
  }

  private void people(String name, int people, String letter) {
    box.table(name, "SELECT id, " + letter + " AS letter FROM range(" + people + ")");
  }

  private Ended privatize(String input) {
    return box.ldp(
        "privatize --plan @plan.conf --input @" + input + " --output @out --key-file @release.key");
  }

  private Ended run(String input, String output) {
    return box.ldp(
        "run --plan @plan.conf --key-file @release.key --format csv --html @%s.html --input @%s"
                .formatted(output, input)
            + " --output @"
            + output);
  }

  @Test
  void aDoubtStandsInTheRecordTheTableAndFirstOnThePage() {
    plan("keyed");
    people("spaces", 900, "' a'");
    Ended ended = run("spaces", "wrong").done().says(DOUBT).shows(DOUBT);
    assertEquals(5, ended.out().split(DOUBT.replaceAll("[()]", "\\\\$0"), -1).length);
    assertTrue(box.read("wrong/estimated/run.json").contains(DOUBT));
    assertEquals(
        4, box.table("wrong/estimated/estimates").where("note LIKE '" + DOUBT + "%'").count());
    assertTrue(box.read("wrong.html").contains("\"alerts\":[\"" + DOUBT));
    // The same question of people whose values fit has nothing to say.
    people("fits", 900, "'a'");
    assertFalse(run("fits", "right").done().out().contains(DOUBT));
    assertFalse(box.read("right/estimated/run.json").contains("notes"));
    assertEquals(0, box.table("right/estimated/estimates").where("note <> ''").count());
    assertTrue(box.read("right.html").contains("\"alerts\":[]"));
  }

  /** Numbers that are none, as 18.0 is no whole number in a CSV, and NaN in a list. */
  @Test
  void nearlyAllAreMissing() {
    plan("keyed", "missing = category", "domain { type = range, from = 0, to = 9 }");
    box.write("floats.csv", "id,letter\n" + "%d,7.5\n".repeat(300).formatted(numbers(300)));
    run("floats.csv", "wrong").done().says("Nearly all people are in (missing), so the column's");
    plan("keyed", "missing = category", "name = nan");
    people("nan", 300, "double('NaN')");
    run("nan", "nan-out").done().says("Nearly all people are in (missing)");
  }

  private static Object[] numbers(int n) {
    return IntStream.range(0, n).boxed().toArray();
  }

  /** Fresh names do not show it; keyed ones do, where reports are compared. */
  @Test
  void askedIntoTwoFoldersPeopleMayCountTwice() {
    String note = "people were asked into several folders for one time";
    for (String randomness : List.of("keyed", "write-once")) {
      plan(randomness);
      people("first-" + randomness, 900, "'a'");
      people("more-" + randomness, 901, "'a'");
      run("first-" + randomness, "one-" + randomness).done().keeps(note);
      run("more-" + randomness, "two-" + randomness).done().keeps(note);
      String two = "--input @one-%1$s/%2$s @two-%1$s/%2$s --output @%2$s-%1$s";
      box.ldp("estimate --format csv " + two.formatted(randomness, "accumulated"))
          .done()
          .says(note)
          .shows(note);
      Ended sums = box.ldp("accumulate " + two.formatted(randomness, "privatized"));
      if (randomness.equals("keyed")) {
        sums.refused();
      } else {
        sums.done();
        box.ldp("estimate --format csv --input @privatized-write-once --output @out")
            .done()
            .shows(note);
      }
    }
  }

  /** Brackets in a path are no pattern. */
  @Test
  void aFoldersNameMayHaveBrackets() {
    plan("keyed");
    people("as", 900, "'a'");
    people("bs", 900, "'b'");
    run("as", "out1").done();
    plan("keyed", "name = other");
    run("bs", "out[1]").done();
    assertEquals(
        0,
        box.table("out\\[1\\]/estimated/estimates").where("item = 'a' AND estimate > 450").count());
  }

  /** Of the people of an estimate, who may be more than those of a run before. */
  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void thatPeopleAreTooFewIsSaidOfAnEstimate(String randomness) {
    String few = "these are too few people";
    plan(randomness, "late_rows = draw");
    people("few", 1, "'a'");
    run("few", "out").done().says(few);
    assertTrue(box.read("out/estimated/run.json").contains(few));
    assertTrue(box.read("out.html").contains("\"alerts\":[\"warning: " + few));
    people("more", 900, "'a'");
    run("more", "out").done().keeps(few);
    assertFalse(box.read("out/estimated/run.json").contains(few));
    assertTrue(box.read("out.html").contains("\"alerts\":[]"));
  }

  /** One day of many adds to an answer, as one row of several or one round does. */
  @Test
  void thePeopleOfOneDayAreNotSaidToBeTooFew() {
    assertTrue(Notes.tooFew(Fixture.plan(), 1).isPresent());
    assertFalse(Notes.tooFew(Fixture.plan(), 1_000_000).isPresent());
    assertFalse(Notes.tooFew(Fixture.plan("public = [day]", "period = day"), 1).isPresent());
    assertFalse(Notes.tooFew(Fixture.plan("reports_per_person = 2"), 1).isPresent());
  }

  /** They are besides those of the first run, who are said to be there and are not left out. */
  @Test
  void whoComesLaterIsNotSaidToBeTooFew() {
    plan("keyed");
    people("first", 900, "'a'");
    privatize("first").done().keeps("came later", "left out");
    box.table("late", "SELECT id + 900 AS id, 'a' AS letter FROM range(1)");
    privatize("late")
        .done()
        .says("these people came later, 900 reports were there")
        .keeps("too few");
    assertFalse(box.read("out/run-1.json").contains("too few"));
    assertTrue(box.read("out/run-1.json").contains("\"rows_left_out\" : 0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void alreadyDoneIsNotSaidOfALostFileOrOfDeletedReports(String randomness) throws IOException {
    plan(randomness);
    people("people", 300, "'a'");
    privatize("people").done();
    privatize("people")
        .done()
        .says("already done, nothing was drawn: 300 reports in")
        .keeps("since");
    String part =
        box.names("out/reports").stream().filter(n -> n.startsWith("part-")).findFirst().get();
    Files.move(box.at("out/reports/" + part), box.at("lost"));
    privatize("people").badInput("a table must have the files that were written");
    Files.move(box.at("lost"), box.at("out/reports/" + part));
    box.ldp("accumulate --input @out --output @sums").done();
    box.ldp("clean --reports @out").done();
    privatize("people").done().says("300 reports in", ", 300 of them deleted since");
  }

  @Test
  void reportsOfPeopleWhoCameLaterWait() {
    plan("keyed");
    people("first", 50, "'a'");
    people("more", 70, "'a'");
    privatize("first").done().keeps("wait");
    privatize("more").done().says("20 reports of people who came later wait to be accumulated");
    run("first", "all").done();
    run("more", "all").done().keeps("wait to be");
  }

  @Test
  void severalDaysAreALineOverTimeAndTogetherNoCountOfPeople() {
    plan("keyed", "public = [day]", "period = day");
    box.table(
        "days",
        "SELECT id, 'a' AS letter, make_date(2026, 1, day) AS day"
            + " FROM range(40) LATERAL VIEW explode(array(1, 2, 4)) AS day");
    Ended ended = run("days", "out").done();
    assertEquals(1, ended.err().split("people: expect", -1).length - 1, "of the first day alone");
    String page = box.read("out.html");
    assertTrue(page.contains("\"alerts\":[\"3 periods are added up"), page.substring(0, 2000));
    assertTrue(page.contains("<dt>reports</dt><dd>120</dd>"));
    assertTrue(page.contains("<dt>source</dt><dd>" + box.path("days") + "</dd>"));
    assertTrue(page.matches("(?s).*<dt>drawn</dt><dd>20\\d\\d-\\d\\d-\\d\\dT.*"));
    box.ldp("estimate --input @out/accumulated --output @each --each-period --html @each.html")
        .done();
    String each = box.read("each.html");
    assertTrue(each.contains("\"names\":[\"2026-01-01\",\"2026-01-02\",\"2026-01-03\","));
    assertTrue(each.contains("\"x\":[0.0,1.0,3.0]"));
    assertFalse(each.contains("are added up"));
    assertTrue(each.contains("No change from a period to the next is certain."));
    box.ldp("estimate --input @out/accumulated --output @one --days 2026-01-02 --html @one.html")
        .done();
    assertFalse(box.read("one.html").contains("are added up"));
  }

  @Test
  void anAnswersOwnNoteStandsBeforeThoseOfItsGroup() {
    Estimate.Row row = new Estimate.Row("mean", 1, 1, 0, 2, "too few users: 3");
    Answers answers = Answers.raw(new Estimate(3, 0.95, List.of(row)));
    Estimates.Group group =
        new Estimates.Group(List.of(), answers, List.of(DOUBT), Optional.empty(), 1, List.of());
    assertEquals("too few users: 3 " + DOUBT, group.note(0));
  }
}
