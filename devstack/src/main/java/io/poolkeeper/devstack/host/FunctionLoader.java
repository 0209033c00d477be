package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Finds entry points in the app's jars and makes function instances. */
final class FunctionLoader {
  private final AppClassLoader classes;
  private final Optional<FunctionInstanceInjector> injector;

  FunctionLoader(FunctionPackage pkg) {
    Set<Path> jars = new LinkedHashSet<>();
    pkg.functions().forEach(f -> jars.add(f.script()));
    jars.addAll(pkg.libraries());
    classes = AppClassLoader.of(new ArrayList<>(jars));
    injector = findInjector();
  }

  /** Calls the app as the worker does: the thread's class loader is the app's. */
  <T> T asApp(Callable<T> call) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
    try {
      return call.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  LoadedFunction load(FunctionDefinition definition) {
    String entryPoint = definition.entryPoint();
    int dot = entryPoint.lastIndexOf('.');
    if (dot < 1) {
      throw new HostFailure(
          definition.name() + ": entryPoint must be package.Class.method, found " + entryPoint);
    }
    String methodName = entryPoint.substring(dot + 1);
    List<Method> methods =
        Stream.of(type(definition, entryPoint.substring(0, dot)).getMethods())
            .filter(m -> m.getName().equals(methodName) && !m.isBridge())
            .toList();
    if (methods.size() != 1) {
      throw new HostFailure(
          "%s: exactly one public method %s expected, found %d"
              .formatted(definition.name(), entryPoint, methods.size()));
    }
    return new LoadedFunction(definition, methods.get(0));
  }

  private Class<?> type(FunctionDefinition definition, String name) {
    try {
      return classes.loadClass(name);
    } catch (ClassNotFoundException e) {
      throw new HostFailure(
          definition.name() + ": class " + name + " is not in the package's jars", e);
    }
  }

  /** A new instance for one invocation, from the app's injector when it registers one. */
  Object instance(LoadedFunction function) throws Exception {
    if (Modifier.isStatic(function.method().getModifiers())) {
      return null;
    }
    if (injector.isPresent()) {
      return injector.get().getInstance(function.type());
    }
    try {
      return function.type().getDeclaredConstructor().newInstance();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  private Optional<FunctionInstanceInjector> findInjector() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
    try {
      List<FunctionInstanceInjector> found =
          ServiceLoader.load(FunctionInstanceInjector.class, classes).stream()
              .map(ServiceLoader.Provider::get)
              .toList();
      if (found.size() > 1) {
        throw new HostFailure("the package registers more than one FunctionInstanceInjector");
      }
      return found.stream().findFirst();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
