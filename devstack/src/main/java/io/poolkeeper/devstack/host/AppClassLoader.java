package io.poolkeeper.devstack.host;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the app's jars. Its parent knows the JDK and the functions API alone, so a class of the
 * host can neither be found by the app nor hide one of the app's.
 */
final class AppClassLoader extends URLClassLoader {
  private static final String API = "com.microsoft.azure.functions.";

  private AppClassLoader(URL[] jars) {
    super("app", jars, new ApiOnly());
  }

  static AppClassLoader of(List<Path> jars) {
    return new AppClassLoader(jars.stream().map(AppClassLoader::url).toArray(URL[]::new));
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("not a jar path: " + jar, e);
    }
  }

  private static final class ApiOnly extends ClassLoader {
    ApiOnly() {
      super("functions-api", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(API)) {
        return AppClassLoader.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
