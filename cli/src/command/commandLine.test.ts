import { expect, test } from 'vitest'
import { CliError } from '../CliError.ts'
import { command } from './Command.ts'
import { findCommand, readArguments } from './commandLine.ts'
import {
  choice,
  day,
  flag,
  labeledChoice,
  list,
  required,
  text,
  value,
  whole,
  withDefault,
} from './Option.ts'

const send = command({
  path: 'transfer send',
  summary: 'send',
  positionals: { file: required(text('FILE', 'what is sent')), names: list(text('NAME', 'to whom')) },
  options: {
    dryRun: flag('only try'),
    count: withDefault(whole('N', 'how often', { from: 1, to: 9 }), 1),
    direction: choice(['deliver', 'receive'], 'which way'),
    state: list(choice(['PENDING', 'SETTLED'], 'in which state')),
    valueDate: day('not before'),
    even: value('N', 'an even number', (typed) =>
      Number(typed) % 2 === 0 ? { value: Number(typed) } : { expected: 'is an even number' },
    ),
  },
  examples: ['transfer send a.json'],
  run: async () => undefined,
})
const all = [send, { ...send, path: 'transfer' }, { ...send, path: 'wallet create' }]
const refused = (args: readonly string[]): CliError => {
  try {
    readArguments(send, args)
  } catch (error) {
    if (error instanceof CliError) return error
  }
  throw new Error('it was accepted')
}

test.each([
  [['a', '--dryrun'], /no option --dryrun; did you mean --dry-run\?/],
  [['a', '--zzz'], /There is no option --zzz\. See connex transfer send --help\./],
  [['a', '--count', '0'], /--count must be a whole number from 1 to 9, not '0'/],
  [['a', '--count', '1e1'], /--count must be a whole number/],
  [['a', '--count'], /--count/],
  [['a', '--direction', 'up'], /--direction must be one of deliver, receive, not 'up'/],
  [['a', '--state', 'PENDING,OVER'], /--state must be one of PENDING, SETTLED, not 'OVER'/],
  [['a', '--value-date', '2026-02-30'], /--value-date must be a day such as/],
  [['a', '--even', '3'], /--even is an even number, not '3'/],
  [[], /FILE is missing: what is sent/],
  [['a', '--password', 'secret'], /Passwords are not accepted on the command line/],
])('%j is a usage error that names the argument', (argv, sentence) => {
  const error = refused(argv)
  expect(error.code).toBe('usage')
  expect(error.message).toMatch(sentence)
  expect(error.message).not.toContain('secret')
})

test('everything that is missing or wrong is reported together, one line each', () => {
  expect(refused(['--count', '0', '--direction', 'up']).message).toBe(
    [
      'FILE is missing: what is sent.',
      "--count must be a whole number from 1 to 9, not '0'.",
      "--direction must be one of deliver, receive, not 'up'.",
    ].join('\n'),
  )
})

test('options and arguments become values, absent ones their defaults', () => {
  const argv = [
    'a',
    'b',
    'c',
    '--dry-run',
    '--state',
    'settled',
    '--state=pending',
    '--value-date',
    '2026-11-30',
  ]
  expect(readArguments(send, argv)).toEqual({
    positionals: { file: 'a', names: ['b', 'c'] },
    options: {
      dryRun: true,
      count: 1,
      direction: undefined,
      state: ['SETTLED', 'PENDING'],
      valueDate: '2026-11-30',
      even: undefined,
      json: false,
      help: false,
    },
  })
})

const labels = { PENDING: 'Your turn', SEC_LEND: 'Sec. Lend', SETTLED: 'Done' } as const
const labeled = list(labeledChoice(['PENDING', 'SEC_LEND', 'SETTLED'], labels, 'in which state'))

test('a choice that tables show by a label is refused with every name and label', () => {
  const sentence = "--state must be one of PENDING (Your turn), SEC_LEND, SETTLED (Done), not 'Over'."
  expect(() => labeled.read(['Done,Over'], '--state')).toThrow(sentence)
  expect(() => labeled.read(['…'], '--state')).toThrow('--state must be one of')
})

test.each([
  ['pending', 'PENDING'],
  ['Your turn', 'PENDING'],
  ['your-turn', 'PENDING'],
  ['sec-lend', 'SEC_LEND'],
  ['Sec. Lend', 'SEC_LEND'],
  ['DONE', 'SETTLED'],
])('a choice is read by its name or its label: %s', (typed, name) => {
  expect(labeled.read([typed], '--state')).toEqual([name])
})

test('a command is found by its longest path, a group by its beginning, a near miss by a question', () => {
  expect(findCommand(all, ['transfer', 'send', 'x', '--json'])).toEqual({
    kind: 'command',
    command: send,
    rest: ['x', '--json'],
  })
  expect(findCommand(all, ['transfer', 'x'])).toMatchObject({ command: { path: 'transfer' }, rest: ['x'] })
  expect(findCommand(all, ['wallet', '--help'])).toEqual({ kind: 'group', path: 'wallet' })
  expect(() => findCommand(all, ['walet', 'create'])).toThrow("Did you mean 'connex wallet create'?")
  expect(() => findCommand(all, ['wallet', 'craete'])).toThrow("Did you mean 'connex wallet create'?")
  expect(() => findCommand(all, ['xyzzy'])).toThrow("There is no command 'xyzzy'. See connex --help.")
})
