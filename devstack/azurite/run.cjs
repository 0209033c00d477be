// Runs Azurite in this process and ends with the parent: the parent holds the other end of standard input, which the
// operating system closes however the parent dies, also by kill -9.
// Usage: node run.cjs FOLDER AZURITE-ARGUMENTS...   (FOLDER holds node_modules)
'use strict';
const path = require('path');

const [folder, ...args] = process.argv.slice(2);
const entry = path.join(path.resolve(folder), 'node_modules', 'azurite', 'dist', 'src', 'azurite.js');

process.stdin.on('end', () => process.exit(0));
process.stdin.on('error', () => process.exit(0));
process.stdin.resume();

process.argv = [process.argv[0], entry, ...args];
require(entry);
