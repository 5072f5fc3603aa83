// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IPlatformManager } from "../../interfaces/IPlatformManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber } from "../../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../../types/CustodyChain.sol";
import { RegistryId, RegistryState } from "../../types/Registry.sol";
import { AccountLedger, AccountStore } from "../accounts/AccountLedger.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistryRecord, RegistrationStore, Registrations } from "../core/RegistrationStore.sol";
import { CustodyChainStore, CustodyChains } from "./CustodyChains.sol";

/// @title What tenants ask of a chain registry without a delivery: who may, and in which state.
/// @dev Deployed once and linked: the chain registry's manager would not fit the size limit with it.
library CustodyChainLogic {
    using AccountLedger for AccountStore;
    using CustodyChains for CustodyChainStore;
    using Registrations for RegistrationStore;

    function createChain(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address[] calldata custodians,
        address transferAgent
    ) external {
        RegistryRecord storage registry = registrations.requireKnown(registryId);
        if (registry.state != RegistryState.IMPORTING) registrations.requireRegistered(registryId);
        registrations.requireRegistrar(registryId, registry, msg.sender);
        CustodyChains.requireParties(registrations.privilegeManager, custodians, transferAgent);
        self.create(registryId, custodyChainId, custodians, transferAgent);
    }

    function setTransferAgent(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address transferAgent
    ) external {
        registrations.requireRegistrar(registryId, registrations.requireKnown(registryId), msg.sender);
        CustodyChain storage chain = self.requireKnown(registryId, custodyChainId);
        _requireGranted(registrations, transferAgent, Privileges.REGISTRY_ONRAMPER);
        chain.transferAgent = transferAgent;
        emit IChainRegistryManager.CustodyChainTransferAgentChanged(registryId, custodyChainId, transferAgent);
    }

    function configureAccount(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        Account calldata account,
        AccountDetails calldata details
    ) external {
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_REGISTRAR);
        AccountLedger.requireConfigurable(msg.sender, account);
        if (details.terminateOnReceive) {
            revert IChainRegistryManager.AccountCannotTerminate(account.owner, account.accountNum);
        }
        if (details.valid) _requireGranted(registrations, account.owner, Privileges.REGISTRY_INVESTOR);
        if (details.valid && details.omnibus) {
            _requireGranted(registrations, account.owner, Privileges.REGISTRY_CUSTODIAN);
        }
        self.accounts.configure(msg.sender, account, details);
        emit IChainRegistryManager.AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    function onramp(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        RegistryRecord storage registry = registrations.requireRegistered(registryId);
        _requireTransferAgent(self, registrations, registryId, custodyChainId, referenceFp);
        MovementChecks.requireIssuable(registry);
        _requireReceiver(self, registrations, registry, account);
        emit IChainRegistryManager.AssetsOnramped(
            registryId, custodyChainId, account.owner, account.accountNum, quantity, referenceFp, msg.sender
        );
        self.rampOn(registryId, custodyChainId, account, AccountLedger.toAmount(quantity));
    }

    function importAssets(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        RegistryRecord storage registry = registrations.requireImporting(registryId);
        registrations.requireRegistrar(registryId, registry, msg.sender);
        self.requireKnown(registryId, custodyChainId);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
        MovementChecks.requireIssuable(registry);
        _requireReceiver(self, registrations, registry, account);
        emit IChainRegistryManager.ChainAssetsImported(
            registryId, custodyChainId, account.owner, account.accountNum, quantity, referenceFp
        );
        self.rampOn(registryId, custodyChainId, account, AccountLedger.toAmount(quantity));
    }

    function offramp(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external {
        registrations.requireRegisteredOrExporting(registryId);
        _requireTransferAgent(self, registrations, registryId, custodyChainId, referenceFp);
        emit IChainRegistryManager.AssetsOfframped(
            registryId, custodyChainId, account.owner, account.accountNum, quantity, referenceFp, msg.sender
        );
        self.rampOff(registryId, custodyChainId, account, AccountLedger.toAmount(quantity));
    }

    function transfer(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = _requireRegisteredByOwner(self, registrations, registryId, custodyChainId, from);
        registrations.requireSender(registryId, msg.sender);
        if (to.owner == msg.sender) revert IRegistry.MovementSelf(msg.sender);
        _requireReceiver(self, registrations, registry, to);
        emit IChainRegistryManager.ChainAssetsTransferred(
            registryId, custodyChainId, 0, msg.sender, from, to.owner, to.accountNum, quantity
        );
        uint128 amount = AccountLedger.toAmount(quantity);
        self.move(registryId, custodyChainId, Account(msg.sender, from), to, amount);
    }

    function reorg(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external {
        RegistryRecord storage registry = _requireRegisteredByOwner(self, registrations, registryId, custodyChainId, from);
        self.accounts.requireOpen(registry.registrar, msg.sender, to);
        _reorganise(self, registryId, custodyChainId, Account(msg.sender, from), to, quantity, 0);
    }

    function forcedTransfer(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        RegistryRecord storage registry = registrations.requireRegisteredOrExporting(registryId);
        _requireForce(self, registrations, registryId, registry, custodyChainId, reasonFp);
        _requireReceiver(self, registrations, registry, to);
        emit IChainRegistryManager.ChainAssetsForcedTransferred(
            registryId, custodyChainId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        self.move(registryId, custodyChainId, from, to, AccountLedger.toAmount(quantity));
    }

    function forcedReorg(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account memory from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        RegistryRecord storage registry = registrations.requireRegistered(registryId);
        _requireForce(self, registrations, registryId, registry, custodyChainId, reasonFp);
        self.accounts.requireOpen(registry.registrar, from.owner, to);
        _reorganise(self, registryId, custodyChainId, from, to, quantity, reasonFp);
    }

    function markAsRedeemable(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        _requireRegisteredByOwner(self, registrations, registryId, custodyChainId, accountNum);
        self.mark(registryId, custodyChainId, accountNum, AccountLedger.toAmount(quantity));
    }

    function markAssetsForExport(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        registrations.requireExporting(registryId);
        self.requireKnown(registryId, custodyChainId);
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_INVESTOR);
        self.mark(registryId, custodyChainId, accountNum, AccountLedger.toAmount(quantity));
    }

    /// @dev Asks for no privilege: what is marked is the caller's own, and becomes free again.
    function cancelRedeemable(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external {
        self.requireKnown(registryId, custodyChainId);
        self.unmark(registryId, custodyChainId, accountNum, AccountLedger.toAmount(quantity));
    }

    function _reorganise(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account memory from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) private {
        emit IChainRegistryManager.ChainAssetsReorganised(
            registryId, custodyChainId, from.owner, from.accountNum, to, quantity, reasonFp
        );
        uint128 amount = AccountLedger.toAmount(quantity);
        self.move(registryId, custodyChainId, from, Account(from.owner, to), amount);
    }

    /// @dev An investor does something with an open account of its own.
    function _requireRegisteredByOwner(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum
    ) private view returns (RegistryRecord storage registry) {
        registry = registrations.requireRegistered(registryId);
        self.requireKnown(registryId, custodyChainId);
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_INVESTOR);
        self.accounts.requireOpen(registry.registrar, msg.sender, accountNum);
    }

    /// @dev The registrar does something with an investor's account, for a reason.
    function _requireForce(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        RegistryRecord storage registry,
        CustodyChainId custodyChainId,
        bytes32 reasonFp
    ) private view {
        registrations.requireRegistrar(registryId, registry, msg.sender);
        self.requireKnown(registryId, custodyChainId);
        if (reasonFp == 0) revert IRegistry.ReasonMissing();
    }

    function _requireTransferAgent(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        bytes32 referenceFp
    ) private view {
        if (self.requireKnown(registryId, custodyChainId).transferAgent != msg.sender) {
            revert IChainRegistryManager.TransferAgentRequired(custodyChainId, msg.sender);
        }
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_ONRAMPER);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
    }

    function _requireReceiver(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryRecord storage registry,
        Account calldata account
    ) private view {
        IPlatformManager(registrations.platform).requireActive(account.owner);
        registrations.requireHolder(registry, account.owner);
        self.accounts.requireOpen(registry.registrar, account.owner, account.accountNum);
    }

    function _requireGranted(RegistrationStore storage registrations, address holder, bytes32 privilege)
        private
        view
    {
        PrivilegeCheck.require_(registrations.privilegeManager, holder, privilege);
    }
}
