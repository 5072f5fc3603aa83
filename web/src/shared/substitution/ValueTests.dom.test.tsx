import type { ValueTest } from '@connex/protocol/substitutions'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/screen.tsx'
import { ValueTests } from './ValueTests.tsx'

const test: ValueTest = {
  currency: 'EUR',
  lines: [],
  market: { out: 19_900n, in: 19_900n, shortBy: 0n },
  coverage: { out: 19_900n, in: 19_800n, shortBy: 100n },
  exposure: null,
  decisive: 'market',
  decidedBy: null,
  untested: null,
}

/** The last column. */
const differences = () => screen.getAllByRole('row').map((row) => [...row.children].at(-1)?.textContent)

it('shows the difference with its sign, and an exact match as nothing more', async () => {
  const { unmount } = await renderScreen(<ValueTests test={test} />)
  expect(differences()).toEqual(['Difference', '+EUR 0.00', '−EUR 1.00'])
  unmount()
  await renderScreen(
    <ValueTests
      test={{
        ...test,
        market: { out: 19_900n, in: 20_000n, shortBy: 0n },
        coverage: { out: 20_000n, in: 19_900n, shortBy: 0n },
      }}
    />,
  )
  expect(differences()).toEqual(['Difference', '+EUR 1.00', '−EUR 1.00'])
})
