import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeliveryId } from '@connex/protocol'
import { writeDeliveryComment } from '@connex/sdk'
import { describe, expect, test } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import { patienceMs, useInvestor } from './users.ts'
import type { Created, Failed } from './users.ts'

/** What the investors' commands do every day, on the sandbox that its own tests start. `moreCommandCases` is the rest. */
export function commandCases(
  sandbox: () => SandboxDescription,
  moments: readonly ('signed' | 'published' | 'mined')[] = ['signed'],
): void {
  describe('the commands of investors', { timeout: patienceMs }, () => {
    const investor = useInvestor(sandbox)

    test('a dry run leaves no trace; a yes is signed, published, in a block, indexed, step by step', async () => {
      const dry = await investor.alpen().run(investor.fop('only tried', ['--dry-run']))
      expect(dry).toMatchObject({ code: 0, stdout: 'Ledger check passed. Nothing was signed.\n' })
      expect(dry.stderr).toMatch(/^Alpenbank delivers 1\S* of .* to Baltic Trust Bank, free of payment\.$/m)
      expect((await investor.found('only tried')).totalItemCount).toBe(0)
      const real = await investor.alpen().run(investor.fop('really made', ['--yes']))
      expect(real.code).toBe(0)
      expect(real.stderr).toMatch(
        /stored[\s\S]*signed\s+0x[\s\S]*published[\s\S]*in block\s+\d+[\s\S]*indexed/,
      )
      const { items } = await investor.found('really made')
      expect(items).toHaveLength(1)
      const id = items[0]?.deliveryId ?? ''
      const own = await investor.alpen().client()
      const deliveryId = DeliveryId.parse(id)
      await writeDeliveryComment(own, { deliveryId, text: 'Check the limit first', type: 'INTERNAL' })
      await writeDeliveryComment(own, { deliveryId, text: 'For your margin call' })
      const shown = (await investor.alpen().run(['transfers', 'show', id])).stdout
      expect(shown).toContain('Baltic Trust Bank')
      expect(shown).toMatch(/a\.keller, Alpenbank +your tenant +Check the limit first/)
      expect(shown).toMatch(/a\.keller, Alpenbank +all parties +For your margin call/)
      const canceled = await investor
        .alpen()
        .json<Created>(['transfer', 'cancel', id, '--reason', 'A test', '--yes'])
      expect(canceled).toMatchObject({ isDryRun: false, deliveryId: id, kind: 'cancel' })
      expect((await investor.alpen().json<Failed>(['transfer', 'cancel', id, '--yes'])).error.code).toBe(
        'notCancelable',
      )
    })

    test.each([...moments])(
      'killed when its transaction was %s, the next run goes on with it: nothing doubled, no nonce left out',
      async (moment) => {
        const plug = new URL('./killAtCall.ts', import.meta.url).href
        const killed = await investor.alpen().run(investor.fop(`killed ${moment}`, ['--yes']), {
          NODE_OPTIONS: `--import=${plug}`,
          CONNEX_TEST_KILL: moment,
        })
        expect(killed.code).toBeNull()
        // The next command that signs goes on with it first; its own transaction comes after.
        const next = await investor.alpen().run(investor.fop(`after ${moment}`, ['--yes']))
        expect(next).toMatchObject({ code: 0 })
        expect(next.stderr).toMatch(/Signed earlier: 0x[0-9a-f]{64} has executed/)
        expect((await investor.found(`killed ${moment}`)).totalItemCount).toBe(1)
        expect((await investor.found(`after ${moment}`)).totalItemCount).toBe(1)
        expect(await investor.alpen().json(['resume'])).toEqual({ resumed: [] })
      },
    )
  })
}

/** The long course of the investors' commands. */
export function moreCommandCases(sandbox: () => SandboxDescription): void {
  describe('the commands of investors, whole', { timeout: 4 * patienceMs }, () => {
    const investor = useInvestor(sandbox)
    refusedLoginCases(investor)
    refusedRequestCases(investor)
    loginAndBurnCases(investor)
    importCases(investor)
  })
}

type Investor = ReturnType<typeof useInvestor>

function refusedLoginCases(investor: Investor): void {
  test('nobody is let in with a wrong password, for another tenant, locked, or where no server is', async () => {
    const wrong = await investor.alpen().run(['holdings', '--json'], { CONNEX_PASSWORD: 'wrong' })
    expect(JSON.parse(wrong.stdout)).toEqual({
      error: { code: 'incorrectPassword', message: 'incorrect password' },
    })
    expect(wrong.code).toBe(1)
    expect(await investor.alpen().json<Failed>(['holdings', '--tenant', 'Nobody'])).toMatchObject({
      error: { code: 'otherTenant' },
    })
    const away = await investor.alpen().run(['holdings', '--json', '--server', 'http://127.0.0.1:1'])
    expect(away.code).toBe(3)
    expect(JSON.parse(away.stdout)).toMatchObject({ error: { code: 'unreachable' } })
    const locked = await (await investor.hands().user('l.riegel')).run(['login'])
    expect(locked).toMatchObject({ code: 1, stdout: '' })
    expect(locked.stderr).toContain('Account remains locked until')
    const file = join(investor.hands().directory, 'open-password')
    writeFileSync(file, 'collateral-connex\n', { mode: 0o644 })
    expect(await investor.alpen().json<Failed>(['holdings', '--password-file', file])).toMatchObject({
      error: { code: 'passwordFileOpen' },
    })
  })
}

function refusedRequestCases(investor: Investor): void {
  test('a wrong request is refused before it reaches the ledger, with the next step', async () => {
    const sentences: [argv: string[], code: string, sentence: RegExp][] = [
      [investor.fop('x'), 'agreementMissing', /pass --yes to sign, or --dry-run/],
      [
        investor.fop('x', ['--yes', '--counterparty', 'Baltik Trust Bank']),
        'unknownName',
        /Did you mean 'Baltic Trust Bank'/,
      ],
      [
        investor.fop('x', ['--yes', '--custodian', 'Nobody']),
        'unknownName',
        /There are: Meridian Registrars/,
      ],
      [investor.fop('x', ['--yes', '--quantity', '0']), 'quantityWrong', /greater than 0/],
      [
        investor.fop('x', ['--yes', '--quantity', '9'.repeat(20)]),
        'quantityTooLarge',
        /^Maximum quantity is [\d,.]+$/,
      ],
      [investor.fop('x', ['--yes', '--account', '1']), 'accountUnknown', /has no account 1/],
      [investor.fop('x', ['--yes', '--instrument', 'XS0']), 'instrumentUnknown', /keeps no registry/],
    ]
    for (const [args, code, sentence] of sentences) {
      const { error } = await investor.alpen().json<Failed>(args)
      expect(error.code).toBe(code)
      expect(error.message).toMatch(sentence)
    }
    const readOnly = await (
      await investor.hands().user('r.lesser')
    ).json<Failed>(investor.fop('x', ['--yes']))
    expect(readOnly.error.code).toBe('restricted')
  })
}

function loginAndBurnCases(investor: Investor): void {
  test('login remembers the names of server and wallet, no key and no password; later commands need neither', async () => {
    const without = { CONNEX_SERVER: '', CONNEX_WALLET: '' }
    const before = await investor.alpen().run(['whoami', '--json'], { CONNEX_WALLET: '' })
    expect(before.code).not.toBe(0)
    expect((await investor.alpen().run(['login'])).stdout).toContain('Alpenbank')
    const state = join(investor.hands().directory, 'state', 'a.keller', 'login.json')
    expect(statSync(state).mode & 0o777).toBe(0o600)
    expect(await investor.alpen().json(['whoami'], without)).toMatchObject({
      tenant: { name: 'Alpenbank' },
    })
    expect((await investor.alpen().run(['logout'])).code).toBe(0)
    expect((await investor.alpen().run(['whoami'], without)).code).not.toBe(0)
  })

  test('a burn is requested and withdrawn, and its earmark is gone', async () => {
    const args = investor.fop('burnt').slice(6).concat('--yes')
    const made = await investor.alpen().json<Created>(['burn', ...args])
    expect(await investor.alpen().json<Created>(['burn', 'cancel', made.deliveryId, '--yes'])).toMatchObject({
      isDryRun: false,
    })
    expect((await investor.found('burnt')).items).toMatchObject([{ transferType: 'BURN', state: 'CANCELED' }])
  })
}

function importCases(investor: Investor): void {
  test('a file of transfers is imported whole or not at all', async () => {
    const file = join(mkdtempSync(join(investor.hands().directory, 'csv-')), 'transfers.csv')
    const custodian = `${investor.holding().registryManagerAddr}:${investor.holding().registrarAddr}`
    const row = (type: string, quantity: string, description: string): string =>
      [
        type,
        'DELIVER',
        custodian,
        'Baltic Trust Bank',
        investor.holding().identifier,
        investor.holding().account,
        quantity,
        description === '' ? '' : investor.marked(description),
      ].join()
    const titles = 'type,direction,custodian,counterparty,instrument,account,quantity,description'
    writeFileSync(
      file,
      `${titles}\n${row('FOP', '1', 'csv one')}\n${row('SWAP', '-1', '')}\n${row('REPO', '1', 'x')}\n`,
    )
    const refused = await investor.alpen().json<Failed>(['import', file, '--yes'])
    expect(refused.error.code).toBe('importInvalid')
    expect(refused.error.faults?.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 type',
      '3 quantity',
      '3 description',
      '4 purchase-date',
      '4 purchase-price',
      '4 rate',
    ])
    expect((await investor.found('csv one')).totalItemCount).toBe(0)
    writeFileSync(file, `${titles}\n${row('FOP', '1', 'csv one')}\n${row('FOP', '2', 'csv two')}\n`)
    const done = await investor
      .alpen()
      .json<{ created: { row: number; deliveryId: string }[]; txHash: string }>(['import', file, '--yes'])
    expect(done.created.map(({ row }) => row)).toEqual([2, 3])
    const made = await investor.found('csv ')
    expect(made.items.map(({ createdTxHash }) => createdTxHash)).toEqual([done.txHash, done.txHash])
  })
}
