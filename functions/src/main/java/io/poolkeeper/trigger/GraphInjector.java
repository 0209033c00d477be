package io.poolkeeper.trigger;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.poolkeeper.app.Poolkeeper;
import java.lang.reflect.InvocationTargetException;

/**
 * Gives each function the app of this process; registered with the worker as a service. The worker
 * makes it when it loads the first function, before any is called: the earliest moment of ours in a
 * process, so settings are checked then. It never throws there, since a worker whose functions
 * cannot be loaded does not say why to the one who looks at a function.
 */
public final class GraphInjector implements FunctionInstanceInjector {

  public GraphInjector() {
    Poolkeeper.startProcess();
  }

  @Override
  public <T> T getInstance(Class<T> functionClass) throws Exception {
    Poolkeeper poolkeeper = Poolkeeper.ofThisProcess();
    try {
      return functionClass.getDeclaredConstructor(Poolkeeper.class).newInstance(poolkeeper);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
