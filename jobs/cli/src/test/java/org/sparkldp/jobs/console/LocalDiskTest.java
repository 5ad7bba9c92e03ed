package org.sparkldp.jobs.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New files and folders have the permissions that Hadoop's own local file system gives them. */
class LocalDiskTest {
  @TempDir java.nio.file.Path folder;

  @Test
  void permissionsAreThoseOfHadoop() throws IOException {
    for (String umask : new String[] {"022", "027", "077"}) {
      assertEquals(
          laid(umask, LocalFileSystem.class), laid(umask, LocalDisk.class), "under " + umask);
    }
  }

  /** The permissions of a folder, of a file that is created there, and of one that is changed. */
  private String laid(String umask, Class<? extends FileSystem> type) throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("fs.permissions.umask-mode", umask);
    configuration.set("fs.file.impl", type.getName());
    java.nio.file.Path place = folder.resolve(type.getSimpleName() + umask);
    try (FileSystem files = FileSystem.newInstance(place.toUri(), configuration)) {
      assertEquals(type, files.getClass());
      files.mkdirs(new Path(place.toString()));
      files.create(new Path(place.toString(), "created")).close();
      files.create(new Path(place.toString(), "changed")).close();
      files.setPermission(new Path(place.toString(), "changed"), new FsPermission("640"));
    }
    return permissions(place)
        + permissions(place.resolve("created"))
        + permissions(place.resolve("changed"));
  }

  private static String permissions(java.nio.file.Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " ";
  }
}
