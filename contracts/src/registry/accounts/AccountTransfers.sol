// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { RegistrationStore, Registrations, RegistryRecord } from "../core/RegistrationStore.sol";
import { AccountKey, AccountLedger, AccountPostings, AccountStore, Posting } from "./AccountLedger.sol";
import { Position } from "./Positions.sol";

/// @dev A quantity of one account.
struct AccountAmount {
    RegistryId registryId;
    Account account;
    uint256 quantity;
}

struct AccountTransfer {
    RegistryId registryId;
    Account from;
    Account to;
    uint256 quantity;
}

/// @dev Between the first open accounts of two owners.
struct OwnerTransfer {
    RegistryId registryId;
    address from;
    address to;
    uint256 quantity;
}

/// @dev `reasonFp`: 0 where the owner reorganises its own accounts.
struct AccountReorg {
    RegistryId registryId;
    address owner;
    bytes32 reasonFp;
}

/// @title Transfers of available quantity between accounts. Callers check the right to move it.
library AccountTransfers {
    using AccountLedger for AccountStore;
    using Registrations for RegistrationStore;

    /// @dev The owner is a tenant in good standing that may hold the instrument, and the account is open.
    function requireMayReceive(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryRecord storage registry,
        Account memory to
    ) internal view {
        self.standings.requireActive(to.owner);
        self.requireHolder(registry, to.owner);
        accounts.requireOpen(registry.registrar, to.owner, to.accountNum);
    }

    function requireDistinct(Account memory from, Account memory to) internal pure {
        if (
            from.owner == to.owner
                && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum)
        ) revert IRegistry.MovementSelf(from.owner);
    }

    /// @dev Debits every account of `from`, then credits every account of `to`.
    function reorganise(
        AccountStore storage accounts,
        address registrar,
        AccountReorg memory reorg,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to
    ) internal {
        _requireBalanced(from, to);
        emit IAccountRegistryManager.AssetsReorganised(
            reorg.registryId, reorg.reasonFp, reorg.owner, from, to
        );
        for (uint256 i; i < from.length; ++i) {
            AccountKey memory key =
                AccountKey(AccountPostings.space(reorg.registryId), reorg.owner, from[i].accountNum);
            Position memory position = accounts.debit(key, uint128(from[i].quantity));
            AccountPostings.emitChanged(key, position);
        }
        for (uint256 i; i < to.length; ++i) {
            accounts.requireOpen(registrar, reorg.owner, to[i].accountNum);
            AccountKey memory key =
                AccountKey(AccountPostings.space(reorg.registryId), reorg.owner, to[i].accountNum);
            uint128 amount = uint128(to[i].quantity);
            AccountPostings.credit(accounts, Posting(key, registrar, reorg.reasonFp, amount, false));
        }
    }

    /// @dev From here on each quantity fits.
    function _requireBalanced(AccountQuantity[] calldata from, AccountQuantity[] calldata to) private pure {
        uint256 removed = _sum(from);
        uint256 added = _sum(to);
        if (removed != added) revert IAccountRegistryManager.ReorgNotBalanced(removed, added);
    }

    function _sum(AccountQuantity[] calldata parts) private pure returns (uint256 sum) {
        for (uint256 i; i < parts.length; ++i) {
            sum += AccountLedger.toAmount(parts[i].quantity);
        }
        if (sum == 0) revert IAccountRegistryManager.QuantityInvalid(0);
    }

    /// @dev See IAccountRegistryManager.checkEntryExists.
    function entryExists(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        IAccountRegistryManager.RegistryEntry calldata entry
    ) internal view returns (bool) {
        if (entry.issuerOrDepositary != self.registries[registryId].instrumentRegistrar) return false;
        bytes32 space = AccountPostings.space(registryId);
        Account calldata account = entry.account;
        uint256 marked = accounts.marks[space][account.owner][account.accountNum];
        if (entry.isRedeemable) return entry.earmarkedBy == address(this) && marked > 0;
        Position memory position = accounts.positions[space][account.owner][account.accountNum];
        if (entry.earmarkedBy == address(0)) return position.balance > position.earmarked;
        return position.earmarked > marked
            && PrivilegeCheck.isGranted(
            self.privilegeManager, entry.earmarkedBy, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP
        );
    }
}
