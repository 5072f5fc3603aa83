import type { Me, WalletExpirationStatus } from '@connex/protocol'
import { facts } from '../../terminal/table.ts'

export function showMe({ user, tenant }: Me): string {
  const { name, userAddr, status, lockExpiration, walletExpirationStatus, privileges, instancePrivileges } =
    user
  return facts([
    ['Tenant', tenant.name],
    ['Tenant address', tenant.address],
    ['User', name],
    ['Wallet', userAddr],
    ['Status', lockExpiration === null ? status : `${status}, locked until ${time(lockExpiration)}`],
    ['Wallet expiry', expiryTexts[walletExpirationStatus]],
    ['Privileges', privileges.join(', ') || 'none'],
    ...instancePrivileges.map((one): [string, string] => [
      `On ${one.instanceAddr}`,
      one.privileges.join(', '),
    ]),
  ])
}

const expiryTexts: Record<WalletExpirationStatus, string> = {
  ACTIVE: 'not yet',
  EXPIRING: 'soon: ask your administrator for a new one in time',
  EXPIRED: 'EXPIRED: ask your administrator for a new one',
  INACTIVE_USER: 'does not matter while the user is not active',
  EXCLUDED: 'never',
}

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
