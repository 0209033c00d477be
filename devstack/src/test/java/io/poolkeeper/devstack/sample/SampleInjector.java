package io.poolkeeper.devstack.sample;

import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;

/**
 * Makes function instances that greet differently from what the host would make; none when {@code
 * SAMPLE_REFUSE} says why not.
 */
public final class SampleInjector implements FunctionInstanceInjector {
  @Override
  public <T> T getInstance(Class<T> type) throws Exception {
    if (System.getenv("SAMPLE_REFUSE") != null) {
      throw new IllegalStateException(System.getenv("SAMPLE_REFUSE"));
    }
    return type == OtherFunctions.class
        ? type.cast(new OtherFunctions("injected"))
        : type.getDeclaredConstructor().newInstance();
  }
}
