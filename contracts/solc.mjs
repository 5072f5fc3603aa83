#!/usr/bin/env node
// Lets forge use npm's solc: answers `--version`, and compiles standard JSON from stdin to stdout.
//
// npm's solc is WebAssembly on one core, and the optimizer takes three quarters of the time that the tests take to compile,
// though nobody deploys them. So this compiles tests without the optimizer and without the IR, and shares the work among
// threads. The contracts under test keep the settings of foundry.toml.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import solc from 'solc'

// Each thread holds a compiler and all sources.
const threads = Math.min(availableParallelism(), 4)

/** Tests that compare gas keep the optimizer, and proofs prove the code that is deployed. */
const isUnoptimized = (file, { content }) =>
  file.startsWith('test/') && !file.startsWith('test/symbolic/') && !content.includes('Snapshots.sol')

/** What each thread compiles. */
function jobsOf({ sources, settings: { outputSelection } }) {
  const files = Object.keys(outputSelection).filter((file) => isSelected(outputSelection[file]))
  const isOptimized = (file) => !isUnoptimized(file, sources[file])
  const optimized = share(files.filter(isOptimized)).map((files) => ({ files, isOptimized: true }))
  const others = share(files.filter((file) => !isOptimized(file))).map((files) => ({
    files,
    isOptimized: false,
  }))
  // Without a file to compile, forge still expects an answer.
  return files.length > 0 ? [...optimized, ...others] : [{ files, isOptimized: true }]
}

const isSelected = (outputs) => Object.values(outputs).some((names) => names.length > 0)

const share = (files) =>
  Array.from({ length: threads }, (_, thread) =>
    files.filter((_file, index) => index % threads === thread),
  ).filter(({ length }) => length > 0)

async function compile(text) {
  const input = inward(JSON.parse(text))
  const outputs = await Promise.all(jobsOf(input).map((job) => compileInThread(input, job)))
  return JSON.stringify(outward(outputs.reduce(merge)))
}

/** Every job reads all sources, so that all of them number these alike. */
function compileInThread(input, { files, isOptimized }) {
  const { outputSelection, optimizer, viaIR } = input.settings
  const selected = Object.entries(outputSelection).map(([file, outputs]) => [
    file,
    files.includes(file) ? outputs : { '*': [] },
  ])
  const settings = {
    ...input.settings,
    outputSelection: Object.fromEntries(selected),
    optimizer: { ...optimizer, enabled: isOptimized && optimizer.enabled },
    viaIR: isOptimized && viaIR,
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: JSON.stringify({ ...input, settings }),
    })
    worker.once('message', (output) => resolve(JSON.parse(output)))
    worker.once('error', reject)
  })
}

function merge(one, other) {
  const messages = new Set((one.errors ?? []).map(({ formattedMessage }) => formattedMessage))
  const errors = (other.errors ?? []).filter(({ formattedMessage }) => !messages.has(formattedMessage))
  return {
    errors: [...(one.errors ?? []), ...errors],
    // Every job lists all sources, and adds the syntax trees of its own.
    sources: Object.fromEntries(
      Object.entries({ ...one.sources, ...other.sources }).map(([file, source]) => [
        file,
        { ...one.sources?.[file], ...source },
      ]),
    ),
    contracts: { ...one.contracts, ...other.contracts },
  }
}

// forge names what lies outside its root partly by relative and partly by absolute paths, and npm's solc, which has
// no file system, would not find one from the other. So absolute names become relative on the way in, and absolute
// again on the way out.
const absolute = new Map()

function inward(input) {
  const shorten = (name) => {
    if (!name.startsWith('/')) return name
    const short = relative(process.cwd(), name)
    absolute.set(short, name)
    return short
  }
  const { settings } = input
  const sources = rename(input.sources, shorten)
  const outputSelection = eachFile(rename(settings.outputSelection, shorten), Object.keys(sources))
  return { ...input, sources, settings: { ...settings, outputSelection } }
}

/** forge selects the files one by one, or all of them as `*` where it writes build information. */
const eachFile = ({ '*': all, ...selected }, files) =>
  all === undefined ? selected : Object.fromEntries(files.map((file) => [file, selected[file] ?? all]))

function outward(output) {
  const lengthen = (name) => absolute.get(name) ?? name
  return {
    ...output,
    sources: rename(output.sources ?? {}, lengthen),
    contracts: rename(output.contracts ?? {}, lengthen),
  }
}

const rename = (record, naming) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [naming(name), value]))

if (!isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread's port has no origin.
  parentPort.postMessage(solc.compile(workerData))
} else if (process.argv.includes('--version')) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  process.stdout.write(await compile(readFileSync(0, 'utf8')))
}
