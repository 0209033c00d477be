package io.poolkeeper.devstack.host;

import java.lang.reflect.Method;

/** A function whose class and method were found in the package. */
record LoadedFunction(FunctionDefinition definition, Method method) {
  String name() {
    return definition.name();
  }

  Class<?> type() {
    return method.getDeclaringClass();
  }
}
