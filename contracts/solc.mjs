#!/usr/bin/env node
// Lets forge use npm's solc: answers `--version`, and compiles standard JSON from stdin to stdout.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
