package org.sparkldp.tables;

/** A number with its standard error. */
public record Answer(double value, double standardError) {}
