import { DeliveryId } from '@connex/protocol'
import { writeDeliveryComment } from '@connex/sdk'
import { describe, expect, test } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import { type Created, type Failed, patienceMs, useInvestor } from './takeSeat.ts'

/** What the investors' commands do every day, on the sandbox that its own tests start. `moreCommandCases` is the rest. */
export function commandCases(
  sandbox: () => SandboxDescription,
  moments: readonly ('signed' | 'published' | 'mined')[] = ['signed'],
): void {
  describe('the commands of investors', { timeout: patienceMs }, () => {
    const investor = useInvestor(sandbox)

    test('a dry run leaves no trace; a yes is signed, published, in a block, indexed, as told', async () => {
      const dry = await investor.alpen().run(investor.fop('only tried', ['--dry-run']))
      expect(dry).toMatchObject({ code: 0, stdout: 'The ledger would take it. Nothing was signed.\n' })
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
      await writeDeliveryComment(own, { deliveryId, text: 'Check the limit first', isInternal: true })
      await writeDeliveryComment(own, { deliveryId, text: 'For your margin call' })
      const shown = (await investor.alpen().run(['transfers', 'show', id])).stdout
      expect(shown).toContain('Baltic Trust Bank')
      expect(shown).toMatch(/a\.keller, Alpenbank +your tenant alone +Check the limit first/)
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
        expect(next.stderr).toMatch(/Signed earlier: 0x[0-9a-f]{64} is in a block now/)
        expect((await investor.found(`killed ${moment}`)).totalItemCount).toBe(1)
        expect((await investor.found(`after ${moment}`)).totalItemCount).toBe(1)
        expect(await investor.alpen().json(['resume'])).toEqual({ resumed: [] })
      },
    )
  })
}
