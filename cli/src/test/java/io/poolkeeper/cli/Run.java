package io.poolkeeper.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The command run in this process, as the script would run it. */
public record Run(int exitCode, String out, String err) {

  public static Run of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out));
    commandLine.setErr(new PrintWriter(err));
    int exitCode = commandLine.execute(arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }
}
