package io.poolkeeper.azure.arm;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is read as it comes, and not without end. */
final class BoundedBody extends FilterInputStream {
  private final long limit;
  private long seen;

  BoundedBody(InputStream body, long limit) {
    super(body);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    count(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int bytes) throws IOException {
    seen += bytes;
    if (seen > limit) {
      throw new IOException("expected at most " + limit + " bytes, found more");
    }
  }
}
