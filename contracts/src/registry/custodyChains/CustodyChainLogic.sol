// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../../access/PrivilegeCheck.sol";
import { Privileges } from "../../access/Privileges.sol";
import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountDetails, AccountNumber } from "../../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../../types/CustodyChain.sol";
import { RegistryId, RegistryState } from "../../types/Registry.sol";
import { AccountLedger, AccountStore } from "../accounts/AccountLedger.sol";
import { MovementChecks } from "../core/MovementChecks.sol";
import { RegistrationStore, Registrations, RegistryRecord } from "../core/RegistrationStore.sol";
import {
    ChainAgent,
    ChainAmount,
    ChainTransfer,
    CustodyChains,
    CustodyChainStore
} from "./CustodyChains.sol";

/// @title The calls of tenants on a chain registry without a delivery: it checks the caller and the registry's state.
/// @dev Deployed once and linked: the chain registry manager would not fit the size limit with it.
library CustodyChainLogic {
    using AccountLedger for AccountStore;
    using CustodyChains for CustodyChainStore;
    using Registrations for RegistrationStore;

    function createChain(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAgent memory agent,
        address[] calldata custodians
    ) external {
        RegistryRecord storage registry = registrations.requireKnown(agent.registryId);
        if (registry.state != RegistryState.IMPORTING) registrations.requireRegistered(agent.registryId);
        registrations.requireRegistrar(agent.registryId, registry, msg.sender);
        CustodyChains.requireParties(registrations.privilegeManager, custodians, agent.transferAgent);
        self.create(agent, custodians);
    }

    function setTransferAgent(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAgent memory agent
    ) external {
        RegistryId registryId = agent.registryId;
        registrations.requireRegistrar(registryId, registrations.requireKnown(registryId), msg.sender);
        CustodyChain storage chain = self.requireKnown(registryId, agent.custodyChainId);
        _requireGranted(registrations, agent.transferAgent, Privileges.REGISTRY_ONRAMPER);
        chain.transferAgent = agent.transferAgent;
        emit IChainRegistryManager.CustodyChainTransferAgentChanged(
            registryId, agent.custodyChainId, agent.transferAgent
        );
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
        ChainAmount memory part,
        bytes32 referenceFp
    ) external {
        RegistryRecord storage registry = registrations.requireRegistered(part.registryId);
        _requireTransferAgent(self, registrations, part, referenceFp);
        MovementChecks.requireIssuable(registry);
        _requireReceiver(self, registrations, registry, part.account);
        emit IChainRegistryManager.AssetsOnramped(
            part.registryId,
            part.custodyChainId,
            part.account.owner,
            part.account.accountNum,
            part.quantity,
            referenceFp,
            msg.sender
        );
        self.rampOn(part);
    }

    function importAssets(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAmount memory part,
        bytes32 referenceFp
    ) external {
        RegistryRecord storage registry = registrations.requireImporting(part.registryId);
        registrations.requireRegistrar(part.registryId, registry, msg.sender);
        self.requireKnown(part.registryId, part.custodyChainId);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
        MovementChecks.requireIssuable(registry);
        _requireReceiver(self, registrations, registry, part.account);
        emit IChainRegistryManager.ChainAssetsImported(
            part.registryId,
            part.custodyChainId,
            part.account.owner,
            part.account.accountNum,
            part.quantity,
            referenceFp
        );
        self.rampOn(part);
    }

    function offramp(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAmount memory part,
        bytes32 referenceFp
    ) external {
        registrations.requireRegisteredOrExporting(part.registryId);
        _requireTransferAgent(self, registrations, part, referenceFp);
        emit IChainRegistryManager.AssetsOfframped(
            part.registryId,
            part.custodyChainId,
            part.account.owner,
            part.account.accountNum,
            part.quantity,
            referenceFp,
            msg.sender
        );
        self.rampOff(part);
    }

    /// @param transfer_ From an account of the caller, as in reorg.
    function transfer(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainTransfer memory transfer_
    ) external {
        (Account memory from, Account memory to) = (transfer_.from, transfer_.to);
        RegistryRecord storage registry = _requireRegisteredByOwner(
            self, registrations, transfer_.registryId, transfer_.custodyChainId, from.accountNum
        );
        registrations.requireSender(transfer_.registryId, msg.sender);
        if (to.owner == msg.sender) revert IRegistry.MovementSelf(msg.sender);
        _requireReceiver(self, registrations, registry, to);
        emit IChainRegistryManager.ChainAssetsTransferred(
            transfer_.registryId,
            transfer_.custodyChainId,
            0,
            from.owner,
            from.accountNum,
            to.owner,
            to.accountNum,
            transfer_.quantity
        );
        self.move(transfer_);
    }

    function reorg(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainTransfer memory reorg_
    ) external {
        RegistryRecord storage registry = _requireRegisteredByOwner(
            self, registrations, reorg_.registryId, reorg_.custodyChainId, reorg_.from.accountNum
        );
        self.accounts.requireOpen(registry.registrar, msg.sender, reorg_.to.accountNum);
        _reorganise(self, reorg_);
    }

    function forcedTransfer(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainTransfer memory transfer_
    ) external {
        RegistryRecord storage registry = registrations.requireRegisteredOrExporting(transfer_.registryId);
        _requireForce(self, registrations, registry, transfer_);
        (Account memory from, Account memory to) = (transfer_.from, transfer_.to);
        _requireReceiver(self, registrations, registry, to);
        emit IChainRegistryManager.ChainAssetsForcedTransferred(
            transfer_.registryId,
            transfer_.custodyChainId,
            transfer_.reasonFp,
            from.owner,
            from.accountNum,
            to.owner,
            to.accountNum,
            transfer_.quantity
        );
        self.move(transfer_);
    }

    function forcedReorg(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainTransfer memory reorg_
    ) external {
        RegistryRecord storage registry = registrations.requireRegistered(reorg_.registryId);
        _requireForce(self, registrations, registry, reorg_);
        self.accounts.requireOpen(registry.registrar, reorg_.from.owner, reorg_.to.accountNum);
        _reorganise(self, reorg_);
    }

    /// @param part Of the caller's account, as in the calls below.
    function markAsRedeemable(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAmount memory part
    ) external {
        _requireRegisteredByOwner(
            self, registrations, part.registryId, part.custodyChainId, part.account.accountNum
        );
        self.mark(part);
    }

    function markAssetsForExport(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAmount memory part
    ) external {
        registrations.requireExporting(part.registryId);
        self.requireKnown(part.registryId, part.custodyChainId);
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_INVESTOR);
        self.mark(part);
    }

    /// @dev Asks for no privilege: owners can always take back their own marks.
    function cancelRedeemable(CustodyChainStore storage self, ChainAmount memory part) external {
        self.requireKnown(part.registryId, part.custodyChainId);
        self.unmark(part);
    }

    function _reorganise(CustodyChainStore storage self, ChainTransfer memory reorg_) private {
        emit IChainRegistryManager.ChainAssetsReorganised(
            reorg_.registryId,
            reorg_.custodyChainId,
            reorg_.from.owner,
            reorg_.from.accountNum,
            reorg_.to.accountNum,
            reorg_.quantity,
            reorg_.reasonFp
        );
        self.move(reorg_);
    }

    /// @dev The caller is an investor with this open account.
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

    /// @dev The caller is the registrar, and has a reason.
    function _requireForce(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryRecord storage registry,
        ChainTransfer memory transfer_
    ) private view {
        registrations.requireRegistrar(transfer_.registryId, registry, msg.sender);
        self.requireKnown(transfer_.registryId, transfer_.custodyChainId);
        if (transfer_.reasonFp == 0) revert IRegistry.ReasonMissing();
    }

    function _requireTransferAgent(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        ChainAmount memory part,
        bytes32 referenceFp
    ) private view {
        if (self.requireKnown(part.registryId, part.custodyChainId).transferAgent != msg.sender) {
            revert IChainRegistryManager.TransferAgentRequired(part.custodyChainId, msg.sender);
        }
        _requireGranted(registrations, msg.sender, Privileges.REGISTRY_ONRAMPER);
        if (referenceFp == 0) revert IChainRegistryManager.ReferenceMissing();
    }

    function _requireReceiver(
        CustodyChainStore storage self,
        RegistrationStore storage registrations,
        RegistryRecord storage registry,
        Account memory account
    ) private view {
        registrations.standings.requireActive(account.owner);
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
