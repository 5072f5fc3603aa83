import { DeliveryId } from '@connex/protocol'
import { writeDeliveryComment } from '@connex/sdk'
import { describe, expect, test } from 'vitest'
import type { SandboxDescription } from '../../../cli/src/sandbox/SandboxDescription.ts'
import { type Created, type Failed, patienceMs, takeSeat } from './takeSeat.ts'

/** What the investors' commands do every day, on the sandbox that its own tests start. `moreCommandCases` is the rest. */
export function commandCases(
  sandbox: () => SandboxDescription,
  moments: readonly ('signed' | 'published' | 'mined')[] = ['signed'],
): void {
  describe('the commands of investors', { timeout: patienceMs }, () => {
    const seat = takeSeat(sandbox)

    test('a dry run leaves no trace; a yes is signed, published, in a block, indexed, as told', async () => {
      const dry = await seat.alpen().run(seat.fop('only tried', ['--dry-run']))
      expect(dry).toMatchObject({ code: 0, out: 'The ledger would take it. Nothing was signed.\n' })
      expect(dry.said).toMatch(/^Alpenbank delivers 1\S* of .* to Baltic Trust Bank, free of payment\.$/m)
      expect((await seat.found('only tried')).totalItemCount).toBe(0)
      const real = await seat.alpen().run(seat.fop('really made', ['--yes']))
      expect(real.code).toBe(0)
      expect(real.said).toMatch(/stored[\s\S]*signed\s+0x[\s\S]*published[\s\S]*in block\s+\d+[\s\S]*indexed/)
      const { items } = await seat.found('really made')
      expect(items).toHaveLength(1)
      const id = items[0]?.deliveryId ?? ''
      const own = await seat.alpen().client()
      const deliveryId = DeliveryId.parse(id)
      await writeDeliveryComment(own, { deliveryId, text: 'Check the limit first', isInternal: true })
      await writeDeliveryComment(own, { deliveryId, text: 'For your margin call' })
      const shown = (await seat.alpen().run(['transfers', 'show', id])).out
      expect(shown).toContain('Baltic Trust Bank')
      expect(shown).toMatch(/a\.keller, Alpenbank +your tenant alone +Check the limit first/)
      expect(shown).toMatch(/a\.keller, Alpenbank +all parties +For your margin call/)
      const canceled = await seat
        .alpen()
        .json<Created>(['transfer', 'cancel', id, '--reason', 'A test', '--yes'])
      expect(canceled).toMatchObject({ isDryRun: false, deliveryId: id, kind: 'cancel' })
      expect((await seat.alpen().json<Failed>(['transfer', 'cancel', id, '--yes'])).error.code).toBe(
        'notCancelable',
      )
    })

    test.each([...moments])(
      'killed when its transaction was %s, the next run goes on with it: nothing doubled, no nonce left out',
      async (moment) => {
        const plug = new URL('./killAtCall.ts', import.meta.url).href
        const killed = await seat.alpen().run(seat.fop(`killed ${moment}`, ['--yes']), {
          NODE_OPTIONS: `--import=${plug}`,
          CONNEX_TEST_KILL: moment,
        })
        expect(killed.code).toBeNull()
        // The next command that signs goes on with it first; its own transaction comes after.
        const next = await seat.alpen().run(seat.fop(`after ${moment}`, ['--yes']))
        expect(next).toMatchObject({ code: 0 })
        expect(next.said).toMatch(/Signed earlier: 0x[0-9a-f]{64} is in a block now/)
        expect((await seat.found(`killed ${moment}`)).totalItemCount).toBe(1)
        expect((await seat.found(`after ${moment}`)).totalItemCount).toBe(1)
        expect(await seat.alpen().json(['resume'])).toEqual({ resumed: [] })
      },
    )
  })
}
