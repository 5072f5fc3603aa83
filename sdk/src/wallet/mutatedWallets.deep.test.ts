import { mutatedWalletCases } from '../../../testkit/src/wallets/mutatedWallets.ts'

mutatedWalletCases(10_000)
