// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IAccountRegistryManager } from "../../interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber, AccountQuantity } from "../../types/Account.sol";
import { RegistryId } from "../../types/Registry.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistrationStore, Registrations, RegistryRecord } from "../core/RegistrationStore.sol";
import {
    AccountKey,
    AccountLedger,
    AccountPostings,
    AccountStore,
    Posting,
    PreparedIssue,
    Supply
} from "./AccountLedger.sol";
import { AccountAmount, AccountReorg, AccountTransfer, AccountTransfers } from "./AccountTransfers.sol";
import { Position } from "./Positions.sol";

/// @title A registrar's calls on its accounts, without a delivery.
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
        if (details.valid) {
            PrivilegeCheck.require_(privilegeManager, account.owner, Privileges.REGISTRY_INVESTOR);
        }
        if (details.valid && details.omnibus) {
            PrivilegeCheck.require_(privilegeManager, account.owner, Privileges.REGISTRY_CUSTODIAN);
        }
        accounts.configure(msg.sender, account, details);
        emit IAccountRegistryManager.AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    function issue(RegistrationStore storage self, AccountStore storage accounts, AccountAmount memory part)
        external
    {
        _issue(self, accounts, part, 0);
    }

    function issuePrepared(
        RegistrationStore storage self,
        AccountStore storage accounts,
        RegistryId registryId,
        bytes32 entryRef
    ) external {
        PreparedIssue memory entry = _takePrepared(accounts, registryId, entryRef);
        Account memory to = Account(entry.owner, entry.accountNum);
        _issue(self, accounts, AccountAmount(registryId, to, entry.quantity), entryRef);
    }

    function prepareEntry(
        RegistrationStore storage self,
        AccountStore storage accounts,
        bytes32 entryRef,
        AccountAmount memory part
    ) external {
        RegistryId registryId = part.registryId;
        RegistryRecord storage registry = _requireRegistered(self, registryId);
        if (entryRef == 0) revert IAccountRegistryManager.EntryReferenceMissing();
        PreparedIssue storage entry = accounts.preparedIssues[AccountPostings.space(registryId)][entryRef];
        if (entry.quantity > 0) revert IAccountRegistryManager.EntryAlreadyPrepared(registryId, entryRef);
        AccountTransfers.requireMayReceive(self, accounts, registry, part.account);
        uint128 amount = AccountLedger.toAmount(part.quantity);
        (address owner, AccountNumber accountNum) = (part.account.owner, part.account.accountNum);
        (entry.owner, entry.accountNum, entry.quantity) = (owner, accountNum, amount);
        emit IAccountRegistryManager.EntryPrepared(registryId, entryRef, owner, accountNum, amount);
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
        AccountAmount memory part
    ) external {
        RegistryId registryId = part.registryId;
        RegistryRecord storage registry = self.requireImporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        MovementChecks.requireIssuable(registry);
        AccountTransfers.requireMayReceive(self, accounts, registry, part.account);
        uint128 amount = AccountLedger.toAmount(part.quantity);
        (address owner, AccountNumber accountNum) = (part.account.owner, part.account.accountNum);
        AccountKey memory key = AccountKey(AccountPostings.space(registryId), owner, accountNum);
        Supply memory supply = accounts.issue(key.space, amount);
        emit IAccountRegistryManager.AssetsImported(registryId, owner, accountNum, amount);
        emit IAccountRegistryManager.SupplyChanged(registryId, supply.issued, supply.terminated);
        AccountPostings.emitChanged(key, accounts.credit(key, amount));
    }

    function forcedTransfer(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountTransfer memory transfer,
        bytes32 reasonFp
    ) external {
        RegistryId registryId = transfer.registryId;
        RegistryRecord storage registry = self.requireRegisteredOrExporting(registryId);
        self.requireRegistrar(registryId, registry, msg.sender);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
        (Account memory from, Account memory to) = (transfer.from, transfer.to);
        AccountTransfers.requireDistinct(from, to);
        AccountTransfers.requireMayReceive(self, accounts, registry, to);
        AccountKey memory toKey = AccountKey(AccountPostings.space(registryId), to.owner, to.accountNum);
        uint128 amount = AccountLedger.toAmount(transfer.quantity);
        AccountKey memory fromKey = AccountKey(AccountPostings.space(registryId), from.owner, from.accountNum);
        Position memory position = accounts.debit(fromKey, amount);
        emit IAccountRegistryManager.AssetsForcedTransferred(
            registryId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, amount
        );
        AccountPostings.emitChanged(fromKey, position);
        AccountPostings.credit(accounts, Posting(toKey, registry.registrar, reasonFp, amount, false));
    }

    function forcedReorg(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountReorg memory reorg,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to
    ) external {
        RegistryRecord storage registry = _requireRegistered(self, reorg.registryId);
        if (reorg.reasonFp == 0) revert IRegistry.ReasonMissing();
        AccountTransfers.reorganise(accounts, registry.registrar, reorg, from, to);
    }

    /// @dev Terminates only what the owner has marked.
    function terminate(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part
    ) external {
        RegistryRecord storage registry = self.requireRegisteredOrExporting(part.registryId);
        self.requireRegistrar(part.registryId, registry, msg.sender);
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key =
            AccountKey(AccountPostings.space(part.registryId), part.account.owner, part.account.accountNum);
        Position memory position = accounts.debitMarked(key, amount);
        AccountPostings.writeOff(accounts, Posting(key, address(0), 0, amount, true));
        AccountPostings.emitMarkChanged(accounts, key, position);
    }

    function _issue(
        RegistrationStore storage self,
        AccountStore storage accounts,
        AccountAmount memory part,
        bytes32 entryRef
    ) private {
        uint128 amount = AccountLedger.toAmount(part.quantity);
        RegistryRecord storage registry = _requireRegistered(self, part.registryId);
        MovementChecks.requireIssuable(registry);
        AccountTransfers.requireMayReceive(self, accounts, registry, part.account);
        AccountKey memory key =
            AccountKey(AccountPostings.space(part.registryId), part.account.owner, part.account.accountNum);
        AccountPostings.issue(accounts, Posting(key, registry.registrar, entryRef, amount, false));
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
