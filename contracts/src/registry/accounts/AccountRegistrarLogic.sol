// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { AccountLedger, AccountPostings, AccountStore, PreparedIssue, Supply } from "./AccountLedger.sol";
import { AccountTransfers } from "./AccountTransfers.sol";
import { Position } from "./Positions.sol";

/// @title What a registrar does with the accounts it keeps, without a delivery.
/// @dev Deployed once and linked: the accounts manager would not fit the size limit with it.
library AccountRegistrarLogic {
    using AccountLedger for AccountStore;
    using Registrations for RegistrationStore;

    function configureAccount(
        RegistrationStore storage self,
        AccountStore storage accounts,
        Account calldata account,
        AccountDetails calldata details
    ) external {
        address privilegeManager = self.privilegeManager;
        PrivilegeCheck.require_(privilegeManager, msg.sender, Privileges.REGISTRY_REGISTRAR);
        AccountLedger.requireConfigurable(msg.sender, account);
        if (details.valid) PrivilegeCheck.require_(privilegeManager, account.owner, Privileges.REGISTRY_INVESTOR);
        if (details.valid && details.omnibus) {
            PrivilegeCheck.require_(privilegeManager, account.owner, Privileges.REGISTRY_CUSTODIAN);
        }
        accounts.configure(msg.sender, account, details);
        emit IAccountRegistryManager.AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    function issue(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        Account memory to,
        uint256 quantity
    ) external {
        _issue(self, accounts, registryId, 0, to, AccountLedger.toAmount(quantity));
    }

    function issuePrepared(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 entryRef
    ) external {
        PreparedIssue memory entry = _takePrepared(accounts, registryId, entryRef);
        _issue(self, accounts, registryId, entryRef, Account(entry.owner, entry.accountNum), entry.quantity);
    }

    function prepareEntry(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 entryRef,
        Account calldata to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = _requireRegistered(self, registryId);
        if (entryRef == 0) revert IAccountRegistryManager.EntryReferenceMissing();
        PreparedIssue storage entry = accounts.preparedIssues[AccountPostings.space(registryId)][entryRef];
        if (entry.quantity > 0) revert IAccountRegistryManager.EntryAlreadyPrepared(registryId, entryRef);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        uint128 amount = AccountLedger.toAmount(quantity);
        (entry.owner, entry.accountNum, entry.quantity) = (to.owner, to.accountNum, amount);
        emit IAccountRegistryManager.EntryPrepared(registryId, entryRef, to.owner, to.accountNum, amount);
    }

    function terminatePreparedEntry(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 entryRef
    ) external {
        self.requireRegistrar(registryId, self.requireKnown(registryId), msg.sender);
        _takePrepared(accounts, registryId, entryRef);
        emit IAccountRegistryManager.PreparedEntryTerminated(registryId, entryRef);
    }

    function importAssets(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        Account memory to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireImporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        MovementChecks.requireIssuable(registry);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        uint128 amount = AccountLedger.toAmount(quantity);
        bytes32 space = AccountPostings.space(registryId);
        Supply memory supply = accounts.issue(space, amount);
        emit IAccountRegistryManager.AssetsImported(registryId, to.owner, to.accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        Position memory position = accounts.credit(space, to.owner, to.accountNum, amount);
        AccountPostings.emitChanged(registryId, to.owner, to.accountNum, position);
    }

    function forcedTransfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        Account memory from,
        Account memory to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        RegistryRecord storage registry = self.requireRegisteredOrExporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
        AccountTransfers.requireDistinct(from, to);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        _requireNotTerminating(accounts, registryId, registry.registrar, to.owner, to.accountNum, quantity);
        uint128 amount = AccountLedger.toAmount(quantity);
        Position memory position =
            accounts.debit(AccountPostings.space(registryId), from.owner, from.accountNum, amount);
        emit IAccountRegistryManager.AssetsForcedTransferred(
            registryId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        AccountPostings.emitChanged(registryId, from.owner, from.accountNum, position);
        AccountPostings.credit(accounts, registryId, registry.registrar, reasonFp, to.owner, to.accountNum, amount);
    }

    function forcedReorg(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external {
        RegistryRecord storage registry = _requireRegistered(self, registryId);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
        for (uint256 i; i < to.length; ++i) {
            _requireNotTerminating(accounts, registryId, registry.registrar, owner, to[i].accountNum, to[i].quantity);
        }
        AccountTransfers.reorganise(accounts, registryId, registry.registrar, owner, from, to, reasonFp);
    }

    /// @dev Takes only what its owner has marked.
    function terminate(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        Account memory account,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = self.requireRegisteredOrExporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        uint128 amount = AccountLedger.toAmount(quantity);
        (address owner, AccountNumber accountNum) = (account.owner, account.accountNum);
        Position memory position = accounts.debitMarked(AccountPostings.space(registryId), owner, accountNum, amount);
        AccountPostings.writeOff(accounts, registryId, 0, owner, accountNum, amount);
        AccountPostings.emitMarkChanged(accounts, registryId, owner, accountNum, position);
    }

    function _issue(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 entryRef,
        Account memory to,
        uint128 amount
    ) private {
        RegistryRecord storage registry = _requireRegistered(self, registryId);
        MovementChecks.requireIssuable(registry);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        AccountPostings.issue(accounts, registryId, registry.registrar, entryRef, to.owner, to.accountNum, amount);
    }

    /// @dev What no owner has marked is not terminated by force, either.
    function _requireNotTerminating(
        AccountStore storage accounts,
        RegistryId registryId,
        address registrar,
        address owner,
        AccountNumber accountNum,
        uint256 quantity
    ) private view {
        if (accounts.details[registrar][owner][accountNum].terminateOnReceive) {
            revert IAccountRegistryManager.QuantityNotMarked(registryId, owner, accountNum, 0, quantity);
        }
    }

    function _takePrepared(AccountStore storage accounts, RegistryId registryId, bytes32 entryRef)
        private
        returns (PreparedIssue memory entry)
    {
        bytes32 space = AccountPostings.space(registryId);
        entry = accounts.preparedIssues[space][entryRef];
        if (entry.quantity == 0) revert IAccountRegistryManager.EntryNotPrepared(registryId, entryRef);
        delete accounts.preparedIssues[space][entryRef];
    }

    function _requireRegistered(RegistrationStore storage self, RegistryId registryId)
        private
        view
        returns (RegistryRecord storage registry)
    {
        registry = self.requireRegistered(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
    }
}
