import { mutatedWalletCases } from '../../../testkit/src/sdk/mutatedWalletCases.ts'

mutatedWalletCases(10_000)
