import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createAppRouter } from './router.ts'

it('titles the page by its screen and the product, and by the product alone where there is no screen', async () => {
  const router = createAppRouter('Collateral ConneX')
  const goTo = async (path: string) => {
    await router.navigate({ href: path })
    await router.load()
  }
  await goTo('/holdings')
  await waitFor(() => expect(document.title).toBe('Holdings · Collateral ConneX'))
  await goTo('/nowhere')
  await waitFor(() => expect(document.title).toBe('Collateral ConneX'))
})
