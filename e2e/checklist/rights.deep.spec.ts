// The checklist, row by row: who may see what, who may do what, and the four-eyes rule. Each step names its rows.
import type { Locator, Page } from '@playwright/test'
import { deliveryManagerAbi } from '@connex/contracts'
import { Address } from '@connex/protocol'
import {
  changeTenantPrivileges,
  confirmTransfer,
  grantPrivileges,
  revokePrivileges,
  selectorsOf,
  setFourEyes,
  waitForIndex,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { clientOf, expect, test } from '../support/sandbox.ts'
import { confirmBy, makeTransfer, openDesk } from '../support/desks.ts'
import type { Sandbox } from '../support/sandbox.ts'
import { goTo, signIn } from '../support/navigation.ts'
import { rowOf } from '../support/tables.ts'

const NOT_INVESTOR =
  "Your tenant doesn't have the necessary privileges to view this page. Please consult your administrator."
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('W004 R080 R116 a tenant that loses the investor privilege reads why in place of the screen, until it has it again', async ({
  browser,
  sandbox,
}) => {
  const operator = await clientOf(sandbox, 'o.berg')
  const tenant = await openDesk(sandbox, 'p.marchand')
  const dappAddr = tenant.keeper.registryManagerAddr
  const page = await signIn(browser, sandbox, 'p.marchand')
  await goTo(page, 'Holdings')
  const change = { dappAddr, tenantAddr: tenant.tenantAddr }
  await changeTenantPrivileges(operator, { ...change, revoked: ['registry.INVESTOR'] })
  try {
    await test.step('the screen gives way while one looks at it', async () => {
      await expect(page.getByText(NOT_INVESTOR)).toBeVisible()
      await expect(page).toHaveURL(/\/holdings/)
      await expect(page.getByRole('grid')).toHaveCount(0)
    })
    await test.step('on every route, also by a reload', async () => {
      for (const route of ['/transactions', '/custodians', '/holdings']) {
        await page.goto(route)
        await expect(page.getByText(NOT_INVESTOR)).toBeVisible()
        await expect(page).toHaveURL(new RegExp(route))
      }
    })
  } finally {
    await changeTenantPrivileges(operator, { ...change, granted: ['registry.INVESTOR'] })
  }
  await expect(heading(page, 'Holdings')).toBeVisible()
  await expect(page.getByText(NOT_INVESTOR)).toHaveCount(0)
  await page.context().close()
})

test('W043 W044 R114 R115 position handling, on the whole or on an instance, decides between the tables and Restricted Access', async ({
  browser,
  sandbox,
}) => {
  const admin = await clientOf(sandbox, 'a.keller')
  const wallet = await clientOf(sandbox, 'r.lesser')
  const userAddr = Address.parse(wallet.signer?.address)
  const instanceAddr = Address.parse(sandbox.description.contracts['AccountRegistryManager']?.toLowerCase())
  const page = await signIn(browser, sandbox, 'r.lesser')
  const restricted = page.getByRole('heading', { name: 'Restricted Access', exact: true })
  await test.step('W043 W044 without it: the page, on every data route, and no data is requested', async () => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const route of ['/holdings', '/transactions', '/custodians']) {
      await page.goto(route)
      await expect(restricted).toBeVisible()
      await expect(page).toHaveURL(new RegExp(route))
    }
    expect(requested.filter((path) => /positions|transfer\/transfers|registry-manager/.test(path))).toEqual(
      [],
    )
  })
  // On the ledger only an active user is given anything besides.
  await grantPrivileges(admin, { userAddr, privileges: ['user.DAPP_USER'] })
  const privileges = ['registry.SHARED_POSITION_HANDLING'] as const
  for (const [row, where] of [
    ['R114', {}],
    ['R115', { instanceAddr }],
  ] as const)
    await test.step(`${row} with it the table, without it the page again`, async () => {
      await grantPrivileges(admin, { userAddr, privileges, ...where })
      await expect(heading(page, 'Custodians')).toBeVisible()
      await goTo(page, 'Holdings')
      await expect(page.getByRole('button', { name: 'Create Transfer' })).toBeVisible()
      await goTo(page, 'Custodians')
      await revokePrivileges(admin, { userAddr, privileges, ...where })
      await expect(restricted).toBeVisible()
    })
  await revokePrivileges(admin, { userAddr, privileges: ['user.DAPP_USER'] })
  await page.context().close()
})

const FUNCTIONS = [
  'createDelivery',
  'confirmAsSender',
  'confirmAsReceiver',
  'confirmDelivery',
  'cancelDelivery',
  'reportExternalDelivery',
  'confirmExternalDelivery',
] as const
type FourEyed = (typeof FUNCTIONS)[number]

test('R117 R118 R119 R120 R121 R122 each check holds back exactly the actions that need it, says so, and offers to send for approval', async ({
  browser,
  sandbox,
}, info) => {
  test.setTimeout(600_000)
  const mark = `Four eyes ${info.repeatEachIndex} of ${Date.now()}`
  const [alpenbank, rhone] = [await openDesk(sandbox, 'a.keller'), await openDesk(sandbox, 'c.dubois')]
  const pair = [rhone, alpenbank] as const
  const named = (what: string) => ({ description: `${mark}, ${what}` })
  await makeTransfer('FOP', pair, named('receive'))
  await makeTransfer('FOP', pair, { ...named('deliver'), direction: 'RECEIVE' })
  await makeTransfer('SEC_LEND', pair, named('both'))
  await makeTransfer('FOP', [alpenbank, rhone], named('cancel'))
  const { deliveryId: pay } = await makeTransfer('REPO', pair, named('pay'))
  const receiveAlone = () =>
    confirmTransfer(alpenbank.client, {
      deliveryId: pay,
      accounts: { receive: alpenbank.account },
      withoutPayment: true,
    })
  await expect.poll(() => receiveAlone().then(() => 'confirmed', String)).toBe('confirmed')
  const { deliveryId: paid } = await makeTransfer('REPO', [alpenbank, rhone], named('paid'))
  await confirmBy(rhone, paid)

  const page = await signIn(browser, sandbox, 'b.moser')
  const actions = actionsOf(page, sandbox, (what) => `${mark}, ${what}`)
  const held: Record<FourEyed, readonly string[]> = {
    createDelivery: ['mint', 'burn', 'fop', 'repo', 'lend'],
    confirmAsSender: ['deliver'],
    confirmAsReceiver: ['receive'],
    confirmDelivery: ['both'],
    cancelDelivery: ['cancel'],
    reportExternalDelivery: ['pay'],
    confirmExternalDelivery: ['paid'],
  }
  for (const name of FUNCTIONS) {
    await ask(alpenbank.client, sandbox, name, 2)
    try {
      for (const [action, open] of Object.entries(actions)) {
        // What the creating of deliveries holds back, it holds back in five places; the others in none of them.
        if (name !== 'createDelivery' && ['mint', 'burn', 'repo', 'lend'].includes(action)) continue
        await test.step(`${name} asks for two: ${action}`, async () => {
          const { dialog, go } = await open()
          const isHeld = held[name].includes(action)
          const alert = dialog.getByText('Four-eyes approval is on')
          await (isHeld ? expect(alert).toBeVisible() : expect(alert).toHaveCount(0))
          if (isHeld) await expect(dialog).toContainText(`requires 2 signatures (${name})`)
          const send = dialog.getByRole('button', { name: 'Send for approval' })
          await expect(send).toHaveCount(isHeld ? 1 : 0)
          await (isHeld
            ? expect(go).toHaveAttribute('aria-disabled', 'true')
            : expect(go).not.toHaveAttribute('aria-disabled', 'true'))
          await page.keyboard.press('Escape')
          await expect(dialog).toBeHidden()
        })
      }
    } finally {
      await ask(alpenbank.client, sandbox, name, 1)
    }
  }
  await test.step('set back to one, all of them can be gone on with', async () => {
    for (const open of Object.values(actions)) {
      const { dialog, go } = await open()
      await expect(dialog.getByText('Four-eyes approval is on')).toHaveCount(0)
      await expect(go).not.toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
  await page.context().close()
})

/** Says how many of Alpenbank's users have to sign for one function of deliveries; known to its server when it returns. */
async function ask(client: Client, sandbox: Sandbox, name: FourEyed, signaturesRequired: number) {
  const dappAddr = Address.parse(sandbox.description.contracts['DeliveryManager']?.toLowerCase())
  const functionSelectors = selectorsOf(deliveryManagerAbi, name)
  const { block } = await setFourEyes(client, { dappAddr, functionSelectors, signaturesRequired })
  await waitForIndex(client, block)
}

type Opened = { dialog: Locator; go: Locator }

/** Each action of the client that writes a delivery or confirms one, up to its dialog. */
function actionsOf(page: Page, sandbox: Sandbox, description: (what: string) => string) {
  const [custodian] = sandbox.description.custodians
  const opened = async (title: string, button: string): Promise<Opened> => {
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    return { dialog, go: dialog.getByRole('button', { name: button }) }
  }
  const request = (kind: 'Mint' | 'Burn') => async () => {
    const keeper = page.getByRole('region', { name: custodian?.label ?? '' })
    await keeper.getByRole('link', { name: `${kind} Overview` }).click()
    await page.getByRole('button', { name: `Create ${kind} Request` }).click()
    return opened(`Create ${kind} Request`, 'Review')
  }
  const create = (label: string) => async () => {
    await goTo(page, 'Holdings')
    await page.getByRole('button', { name: 'Row actions' }).first().click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    return opened(label, 'Review')
  }
  const choose = (what: string, label: string, title: string, button: string) => async () => {
    await goTo(page, 'Transactions')
    await rowOf(page, description(what)).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    return opened(title, button)
  }
  const confirm = (what: string, label: string) => choose(what, label, label, 'Sign and confirm')
  return {
    mint: request('Mint'),
    burn: request('Burn'),
    fop: create('Create FoP Transfer'),
    repo: create('Create Repo Transfer'),
    lend: create('Create Sec. Lend Transfer'),
    receive: confirm('receive', 'Confirm Receive'),
    deliver: confirm('deliver', 'Confirm Delivery'),
    both: confirm('both', 'Confirm Both'),
    cancel: choose('cancel', 'Cancel', 'Cancel this transfer?', 'Cancel transfer'),
    pay: confirm('pay', 'Confirm Payment Sent'),
    paid: confirm('paid', 'Confirm Payment Receive'),
  }
}
