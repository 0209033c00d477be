// Runs Azurite in this process and ends with the parent: the parent holds the other end of standard input, which the
// operating system closes however the parent dies, also by kill -9.
// Usage: node run.cjs FOLDER AZURITE-ARGUMENTS...   (FOLDER holds node_modules)
'use strict';
const path = require('path');

const [folder, ...args] = process.argv.slice(2);
const entry = path.join(path.resolve(folder), 'node_modules', 'azurite', 'dist', 'src', 'azurite.js');

// Data in a folder is saved by Azurite's own shutdown; the timer bounds it. In memory there is nothing to save.
const LIMIT_MS = 4000;
function leave() {
  if (args.includes('--inMemoryPersistence') || !process.emit('SIGTERM')) process.exit(0);
  setTimeout(() => process.exit(0), LIMIT_MS).unref();
}

process.stdin.on('end', leave);
process.stdin.on('error', leave);
process.stdin.resume();
// The parent reads our output no more once it is gone, and a second signal must not cut the saving short.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.on('SIGTERM', () => {});

process.argv = [process.argv[0], entry, ...args];
require(entry);
