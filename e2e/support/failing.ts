import type { Page } from '@playwright/test'

/** While the server fails at the calls of one path. */
export async function failing(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
  )
  await act()
  await page.unroute(path)
}
