package io.poolkeeper.devstack.sample;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;

/** Makes function instances that greet differently from what the host would make. */
public final class SampleInjector implements FunctionInstanceInjector {
  @Override
  public <T> T getInstance(Class<T> type) throws Exception {
    return type == OtherFunctions.class
        ? type.cast(new OtherFunctions("injected"))
        : type.getDeclaredConstructor().newInstance();
  }
}
