package io.poolkeeper.trigger;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.poolkeeper.app.Poolkeeper;
import java.lang.reflect.InvocationTargetException;

/** Gives each function the app of this process; registered with the worker as a service. */
public final class GraphInjector implements FunctionInstanceInjector {

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
