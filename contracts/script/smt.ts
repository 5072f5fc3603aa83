// Proves the arithmetic of positions for every number there is, by solc's SMTChecker and z3: `node script/smt.ts`.
// solc has no solver of its own here: it hands out its questions, and is run again with the answers. Its own timeout
// crashes it, so the time of a question is limited in z3. LegFlags is left to the tests: z3 finds no end with shifts
// by a variable.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import { init } from 'z3-solver'

const PROOF = 'script/smt/PositionsProof.sol'
const SOURCES = [PROOF, 'src/registry/accounts/Positions.sol']
const QUESTION_MS = 120_000

type Diagnostic = { severity: string; message: string; sourceLocation?: { file: string; start: number } }
type Output = { errors?: Diagnostic[]; auxiliaryInputRequested?: { smtlib2queries?: Record<string, string> } }

const room = join(import.meta.dirname, '..')
const { compile: solidity } = solc as { compile: (input: string) => string }
const texts = new Map(SOURCES.map((file) => [file, readFileSync(join(room, file), 'utf8')]))
const answers: Record<string, string> = {}
const { Z3 } = await init()

function compile(): Output {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...texts].map(([file, content]) => [file, { content }])),
    settings: {
      modelChecker: {
        engine: 'chc',
        solvers: ['smtlib2'],
        targets: ['assert', 'underflow', 'overflow'],
        showProvedSafe: true,
        showUnproved: true,
        contracts: { [PROOF]: ['PositionsProof'] },
      },
    },
    auxiliaryInput: { smtlib2responses: answers },
  }
  return JSON.parse(solidity(JSON.stringify(input))) as Output
}

/** z3 in WebAssembly now and then loses a piece of the text while its memory grows, reports it, and gets the question again. */
async function answer(question: string, tries = 3): Promise<string> {
  const context = Z3.mk_context(Z3.mk_config())
  const text = await Z3.eval_smtlib2_string(context, `(set-option :timeout ${QUESTION_MS})\n${question}`)
  Z3.del_context(context)
  return text.startsWith('(error') && tries > 1 ? answer(question, tries - 1) : text
}

/** Asks until solc has no question left; an answer may lead to another question. */
async function check(): Promise<Diagnostic[]> {
  for (;;) {
    const { errors = [], auxiliaryInputRequested } = compile()
    const questions = Object.entries(auxiliaryInputRequested?.smtlib2queries ?? {})
    const open = questions.filter(([id]) => !(id in answers))
    if (open.length === 0) return errors
    for (const [index, [id, question]] of open.entries()) {
      answers[id] = await answer(question)
      console.log(`${index + 1} of ${open.length}: ${answers[id].split('\n')[0]?.slice(0, 80)}`)
    }
  }
}

const placeOf = ({ sourceLocation }: Diagnostic): string => {
  const { file, start } = sourceLocation ?? { file: '', start: 0 }
  return `${file}:${texts.get(file)?.slice(0, start).split('\n').length ?? 0}`
}

const messages = await check()
const proved = messages.filter(({ message }) => message.includes('check is safe'))
const open = messages.filter(
  ({ severity, message }) =>
    severity === 'error' || /^CHC: .*(might )?happens? here|^CHC: Error/.test(message),
)
for (const one of proved) console.log(`✓ ${placeOf(one)} ${one.message.replace(/^CHC: /, '')}`)
for (const one of open) console.log(`✗ ${placeOf(one)} ${one.message}`)
// Four assertions: the three of every change, and that nothing is gained or lost between two positions.
const isWhole = proved.filter(({ message }) => message.includes('Assertion')).length === 4
if (!isWhole) console.log('✗ Not every assertion was looked at.')
const failed = open.length + (isWhole ? 0 : 1)
console.log(`${proved.length} passed, ${failed} failed`)
// z3's threads would keep the process.
process.exit(failed > 0 ? 1 : 0)
