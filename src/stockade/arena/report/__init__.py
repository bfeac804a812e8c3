"""The report of a sweep: tables for programs, one page with plots for people."""
