package io.poolkeeper.azure.arm;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * A body that is read as it comes, not without end, and not for ever: the transport gives up one
 * that stops, this one that only trickles.
 */
final class BoundedBody extends FilterInputStream {
  private final long limit;
  private final Duration longest;
  private final Disposable alarm;
  private volatile boolean late;
  private long seen;

  BoundedBody(InputStream body, long limit, Duration longest) {
    super(body);
    this.limit = limit;
    this.longest = longest;
    alarm = Schedulers.parallel().schedule(() -> late = true, longest.toMillis(), MILLISECONDS);
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
    if (late) {
      throw new IOException("expected the whole answer within " + longest + ", it still comes");
    }
  }

  @Override
  public void close() throws IOException {
    alarm.dispose();
    super.close();
  }
}
