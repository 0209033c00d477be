package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.HttpRequestMessage;
import com.microsoft.azure.functions.OutputBinding;
import com.microsoft.azure.functions.annotation.BindingName;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Optional;

/** Binds a function's parameters: by the name in a binding annotation, by metadata, by type. */
final class Arguments {
  private static final String ANNOTATIONS = "com.microsoft.azure.functions.annotation.";

  private Arguments() {}

  static Object[] bind(
      LoadedFunction function, TriggerInput input, ExecutionContext context, Outputs outputs) {
    Parameter[] parameters = function.method().getParameters();
    Object[] values = new Object[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      values[i] = value(function.definition(), parameters[i], input, context, outputs);
    }
    return values;
  }

  private static Object value(
      FunctionDefinition definition,
      Parameter parameter,
      TriggerInput input,
      ExecutionContext context,
      Outputs outputs) {
    Type type = parameter.getParameterizedType();
    if (ExecutionContext.class.isAssignableFrom(parameter.getType())) {
      return context;
    }
    BindingName metadataName = parameter.getAnnotation(BindingName.class);
    if (metadataName != null) {
      return metadata(definition, metadataName.value(), input, type);
    }
    String name = bindingName(parameter).orElseThrow(() -> unbound(definition, parameter));
    if (OutputBinding.class.isAssignableFrom(parameter.getType())) {
      return outputs.target(name);
    }
    if (!name.equals(definition.trigger().name())) {
      throw unbound(definition, parameter);
    }
    return triggerValue(input, type);
  }

  private static Object triggerValue(TriggerInput input, Type type) {
    if (HttpRequestMessage.class.isAssignableFrom(Values.raw(type))) {
      TriggerInput.IncomingRequest request =
          input
              .request()
              .orElseThrow(() -> new IllegalArgumentException("the trigger is no HTTP request"));
      return request.withBody(Values.fromBytes(input.body(), Values.argument(type)));
    }
    return Values.fromBytes(input.body(), type);
  }

  private static Object metadata(
      FunctionDefinition definition, String name, TriggerInput input, Type type) {
    String value = input.metadata().get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "%s: @BindingName(\"%s\") is not among %s"
              .formatted(definition.name(), name, input.metadata().keySet()));
    }
    return Values.fromText(value, type);
  }

  /** The {@code name} of a binding annotation, read as the worker does: by its package. */
  private static Optional<String> bindingName(Parameter parameter) {
    for (Annotation annotation : parameter.getAnnotations()) {
      if (annotation.annotationType().getName().startsWith(ANNOTATIONS)) {
        try {
          return Optional.of(
              (String) annotation.annotationType().getMethod("name").invoke(annotation));
        } catch (NoSuchMethodException e) {
          continue;
        } catch (IllegalAccessException | InvocationTargetException e) {
          throw new IllegalStateException("annotation values are always readable", e);
        }
      }
    }
    return Optional.empty();
  }

  private static IllegalArgumentException unbound(
      FunctionDefinition definition, Parameter parameter) {
    return new IllegalArgumentException(
        "%s: nothing is bound to the parameter %s".formatted(definition.name(), parameter));
  }
}
