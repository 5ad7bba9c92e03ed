package org.sparkldp.lab;

import java.util.List;
import org.sparkldp.jobs.page.Page;

/**
 * A paper's experiment, computed again.
 *
 * @param title what it shows
 * @param facts whose experiment it is, and under which settings
 * @param columns of the table
 * @param rows of the table
 * @param sections of the picture
 */
public record Figure(
    String title,
    List<Page.Fact> facts,
    List<String> columns,
    List<List<Object>> rows,
    List<Page.Section> sections) {}
