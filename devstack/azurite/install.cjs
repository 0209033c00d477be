// Installs what a folder's lock file pins (by default Azurite) with `npm ci`, once: a stamp inside node_modules says which lock file it was made from,
// a lock file beside it keeps two builds from installing into one folder at the same time.
// Progress goes to standard error: a program that starts this one may own standard output.
// Usage: node install.cjs [FOLDER]   (default: the folder of this file)
'use strict';
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const { spawnSync } = require('child_process');

const folder = path.resolve(process.argv[2] || __dirname);
const lockFile = path.join(folder, 'package-lock.json');
const stampFile = path.join(folder, 'node_modules', '.poolkeeper-stamp');
const guardFile = path.join(folder, '.install-lock');
const what = path.basename(folder);
const POLL_MS = 200;
const WAIT_MS = 10 * 60 * 1000;

function wanted() {
  return crypto.createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex');
}

function inStep() {
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8').trim() === wanted();
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e.code === 'EPERM';
  }
}

function tryLock() {
  try {
    fs.writeFileSync(guardFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (e) {
    if (e.code !== 'EEXIST') throw e;
    return false;
  }
}

// A holder that was killed leaves its file behind. Renaming it away succeeds for one waiter only.
function dropStaleLock() {
  try {
    const pid = parseInt(fs.readFileSync(guardFile, 'utf8'), 10);
    if (!pid || alive(pid)) return;
    const away = `${guardFile}.${process.pid}`;
    fs.renameSync(guardFile, away);
    fs.unlinkSync(away);
  } catch (e) {
    if (e.code !== 'ENOENT') throw e;
  }
}

function lock() {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let told = false;
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    if (tryLock()) return;
    dropStaleLock();
    if (!told) console.error(`${what}: another build installs into ${folder}, waiting for it`);
    told = true;
    Atomics.wait(cell, 0, 0, POLL_MS);
  }
  throw new Error(`${guardFile} was held for ${WAIT_MS / 60000} minutes: remove it if no other build is running`);
}

function install() {
  console.error(`${what}: npm ci in ${folder}, once`);
  const started = Date.now();
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--no-update-notifier'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.error) throw new Error(`cannot run npm: ${result.error.message}; install Node 20 or newer with npm`);
  if (result.status !== 0) throw new Error(`npm ci in ${folder} ended with ${result.status}: see its messages above`);
  fs.writeFileSync(stampFile, wanted());
  console.error(`${what}: installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

function main() {
  if (inStep()) return;
  lock();
  try {
    if (!inStep()) install();
  } finally {
    fs.unlinkSync(guardFile);
  }
}

try {
  main();
} catch (e) {
  console.error(`${what}: ${e.message}`);
  process.exit(1);
}
