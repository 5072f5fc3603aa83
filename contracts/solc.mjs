#!/usr/bin/env node
// Lets forge use npm's solc: answers `--version`, and compiles standard JSON from stdin to stdout.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import solc from 'solc'

// forge names what lies outside its root partly by relative and partly by absolute paths, and npm's solc, which has
// no file system, would not find one from the other. So absolute names become relative on the way in, and absolute
// again on the way out.
function compile(text) {
  const input = JSON.parse(text)
  const absolute = new Map()
  const inward = (name) => {
    if (!name.startsWith('/')) return name
    const short = relative(process.cwd(), name)
    absolute.set(short, name)
    return short
  }
  input.sources = rename(input.sources, inward)
  input.settings.outputSelection = rename(input.settings.outputSelection, inward)
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const outward = (name) => absolute.get(name) ?? name
  for (const part of ['sources', 'contracts']) output[part] = rename(output[part] ?? {}, outward)
  return JSON.stringify(output)
}

const rename = (record, naming) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [naming(name), value]))

if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(compile(readFileSync(0, 'utf8')))
}
