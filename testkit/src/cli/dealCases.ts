import { describe, expect, test } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import type { CliUser, Created, Failed } from './users.ts'
import { patienceMs, useInvestor } from './users.ts'

type Done = Created & { state: string; turn: string }

/** Every kind of transfer from its creation to its return, by both investors and the registrar. */
export function dealCases(sandbox: () => SandboxDescription): void {
  describe('a deal from end to end', { timeout: 4 * patienceMs }, () => {
    const deals = openDeals(sandbox)
    repoCase(deals)
    cancellationCase(deals)
    loanCase(deals)
  })
}

type Deals = ReturnType<typeof openDeals>

/** The investors and the registrar of a sandbox, and what each of them signs. */
function openDeals(sandbox: () => SandboxDescription) {
  const investor = useInvestor(sandbox)
  const baltic = (): Promise<CliUser> => investor.hands().user('k.tamm')
  const registrar = (): Promise<CliUser> => {
    const users = sandbox().wallets.filter(({ tenant }) => tenant === investor.registrar())
    return investor.hands().user(users[0]?.user ?? '')
  }
  const signed = (user: CliUser, ...args: string[]): Promise<Done> => user.json<Done>([...args, '--yes'])
  const refused = async (user: CliUser, ...args: string[]) =>
    (await user.json<Failed>([...args, '--yes'])).error
  /** An account of Baltic Trust Bank's with the same custodian. */
  const accountOf = async (user: CliUser, id: string): Promise<string> => {
    const { message } = await refused(user, 'transfer', 'confirm', id)
    return /has: (\d+)/.exec(message)?.[1] ?? ''
  }
  const settle = async (id: string): Promise<void> => {
    expect(await signed(await registrar(), 'desk', 'confirm', id)).toMatchObject({ state: 'SETTLED' })
  }
  return { investor, baltic, signed, refused, accountOf, settle }
}

function repoCase({ investor, baltic, signed, refused, accountOf, settle }: Deals): void {
  const repo = (...more: string[]): string[] =>
    [
      ['transfer', 'repo'],
      investor.fop('a repo').slice(2),
      ['--purchase-date', '2026-11-23', '--purchase-price', '98000.00', '--rate', '2.14'],
      more,
    ].flat()

  test('a repo is sold, paid, settled, and closed by its return at the repurchase price', async () => {
    const [alpen, other] = [investor.alpen(), await baltic()]
    const early = await alpen.run([...repo('--repurchase-date', '2026-11-22'), '--yes'])
    expect(early).toMatchObject({
      code: 1,
      stderr: 'The repurchase date must be after the purchase date.\n',
    })
    const made = await alpen.run([...repo('--repurchase-date', '2026-11-24'), '--yes'])
    expect(made.stderr).toContain('buys back on 2026-11-24 for EUR 98,005.83.')
    expect(made.stdout).toMatch(/^Repo 0x\w+ created, in block \d+\.\nNext: Baltic Trust Bank must /)
    const id = /0x[0-9a-f]{64}/.exec(made.stdout)?.[0] ?? ''
    const into = await accountOf(other, id)
    const bought = await signed(other, 'transfer', 'confirm', id, '--receive-account', into)
    expect(bought.turn).toBe('Next: Alpenbank must confirm that the payment arrived.')
    const nothing = await alpen.run(['transfer', 'confirm', id, '--without-payment', '--yes'])
    expect(nothing).toMatchObject({ code: 1 })
    expect(nothing.stderr).toContain('omit --without-payment')
    expect(await refused(alpen, 'transfer', 'return', id)).toMatchObject({ code: 'notReturnable' })
    expect((await signed(alpen, 'transfer', 'confirm', id)).turn).toMatch(/ must confirm as registrar\.$/)
    await settle(id)
    const before = ['--repurchase-date', '2026-11-23']
    expect(await refused(alpen, 'transfer', 'return', id, ...before)).toMatchObject({
      code: 'repurchaseTooEarly',
    })
    const closing = await alpen.run(['transfer', 'return', id, '--yes'])
    expect(closing.stderr).toContain('Alpenbank pays EUR 98,005.83 to Baltic Trust Bank')
    const back = /0x[0-9a-f]{64}/.exec(closing.stdout)?.[0] ?? ''
    expect((await alpen.run(['transfers', 'show', back])).stdout).toMatch(new RegExp(`Closes +${id}`))
    expect((await alpen.run(['transfers', 'show', id])).stdout).toMatch(new RegExp(`Closed by +${back}`))
    await signed(other, 'transfer', 'confirm', back, '--deliver-account', into)
    await signed(alpen, 'transfer', 'confirm', back)
    await signed(other, 'transfer', 'confirm', back)
    await settle(back)
    expect(await refused(alpen, 'transfer', 'return', id)).toMatchObject({ code: 'alreadyReturned' })
  })
}

function cancellationCase({ investor, baltic, signed, accountOf }: Deals): void {
  test('what both have confirmed is canceled only when the other side agrees', async () => {
    const [alpen, other] = [investor.alpen(), await baltic()]
    const { deliveryId: id } = await signed(alpen, ...investor.fop('to be canceled'))
    const into = await accountOf(other, id)
    await signed(other, 'transfer', 'confirm', id, '--receive-account', into)
    const canceling = await alpen.run(['transfer', 'cancel', id, '--reason', 'Wrong quantity', '--yes'])
    expect(canceling.stderr).toContain('Nothing changes until Baltic Trust Bank agrees.')
    expect(canceling.stdout).toMatch(/^Cancellation of transfer 0x\w+ requested, in block \d+\./)
    const again = await alpen.run(['transfer', 'cancel', id, '--yes'])
    expect(again).toMatchObject({ code: 1 })
    expect(again.stderr).toContain('You have already requested cancellation.')
    await expect
      .poll(async () => (await other.run(['transfers', 'show', id])).stdout, { timeout: patienceMs })
      .toMatch(/Cancellation requested by +Alpenbank: Wrong quantity/)
    expect(await signed(other, 'transfer', 'cancel', id)).toMatchObject({
      kind: 'agreeCancel',
      state: 'CANCELED',
    })
    await expect
      .poll(async () => (await alpen.run(['transfer', 'confirm', id, '--yes'])).stderr, {
        timeout: patienceMs,
      })
      .toBe('There is nothing for your tenant to confirm now.\nCanceled.\n')
  })
}

function loanCase({ investor, baltic, signed, settle }: Deals): void {
  test('a securities loan goes out against collateral', async () => {
    const [alpen, other] = [investor.alpen(), await baltic()]
    const { items } = await other.json<{ items: Record<string, string>[] }>(['holdings'])
    const mine = investor.holding()
    const collateral = items.find(
      (one) =>
        one['registrarAddr'] === mine.registrarAddr &&
        one['registryId'] !== mine.registryId &&
        BigInt(one['available'] ?? 0) > 0n,
    )
    if (collateral === undefined) throw new Error('Baltic Trust Bank has nothing free there')
    const args = [
      ['transfer', 'sec-lend', '--direction', 'deliver', '--counterparty', 'Baltic Trust Bank'],
      ['--custodian', `${mine.registryManagerAddr}:${mine.registrarAddr}`],
      ['--deliver-instrument', mine.identifier, '--deliver-account', mine.account],
      ['--deliver-quantity', '1', '--receive-instrument', collateral['identifier'] ?? ''],
      ['--receive-account', mine.account, '--receive-quantity', '1', '--description', 'A loan'],
    ].flat()
    const { deliveryId: id, turn } = await signed(alpen, ...args)
    expect(turn).toMatch(/^Next: Baltic Trust Bank must confirm the delivery|confirm the receipt/)
    const from = ['--deliver-account', collateral['account'] ?? '']
    const into = ['--receive-account', collateral['account'] ?? '']
    await signed(other, 'transfer', 'confirm', id, ...from, ...into)
    await settle(id)
    const shown = await alpen.run(['transfers', '--where', `deliveryId:is:${id}`])
    expect(shown.stdout).toMatch(/Sec\. Lend +Done/)
    expect(await signed(alpen, 'transfer', 'return', id)).toMatchObject({ isDryRun: false })
  })
}
