// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IInstrumentManager } from "../../src/interfaces/IInstrumentManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { ManagerProxy } from "../../src/proxy/ManagerProxy.sol";
import { ChainRegistryManager } from "../../src/registry/custodyChains/ChainRegistryManager.sol";
import { AccountDetails, AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { CreationMark, InstrumentId, InstrumentType } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState, toRegistryId } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "../support/DeliveryFixture.sol";

/// @title Shares that Meridian keeps over two custody chains, and certificates that Nordhafen keeps over a third.
/// @notice Over CHAIN, whose transfer agent is `agent`, Alpen holds 1,000 and Baltic 500 of the shares; over OWN, whose
/// transfer agent is Meridian itself, Alpen holds 1,000. Everybody has an account 1 and an account 2 at both.
abstract contract ChainFixture is DeliveryFixture {
    CustodyChainId internal constant CHAIN = CustodyChainId.wrap("chain");
    CustodyChainId internal constant OWN = CustodyChainId.wrap("own");
    CustodyChainId internal constant FOREIGN = CustodyChainId.wrap("foreign");
    CustodyChainId internal constant UNKNOWN = CustodyChainId.wrap("unknown");
    bytes32 internal constant REF = "reference";
    bytes32 internal constant WHY = "why";

    IChainRegistryManager internal chains;
    address internal agent;
    address internal clearer;
    address internal keeper;
    /// @dev Speaks the earmark protocol, as a delivery manager does.
    address internal dapp = address(0xDA);

    RegistryId internal shares;
    RegistryId internal certificates;

    function setUp() public virtual override {
        super.setUp();
        chains = IChainRegistryManager(
            address(
                new ManagerProxy(
                    address(new ChainRegistryManager()),
                    abi.encodeCall(
                        IChainRegistryManager.init, (address(platform), address(makePrivilegeManager()))
                    )
                )
            )
        );
        _wire();
        _populate();
        shares = _registry(meridian, "shares", CreationMark.NONE);
        certificates = _registry(nordhafen, "certificates", CreationMark.NONE);
        _chain(meridian, shares, CHAIN, agent);
        _chain(meridian, shares, OWN, meridian);
        _chain(nordhafen, certificates, FOREIGN, agent);
        _onramp(shares, CHAIN, alpen, 1, 1_000);
        _onramp(shares, CHAIN, baltic, 1, 500);
        vm.prank(meridian);
        chains.onramp(shares, OWN, account(alpen, 1), 1_000, REF);
    }

    function _wire() private {
        registerDapp(address(chains), DappType.REGISTRY, "ChainRegistryManager");
        grantOn(address(instruments), address(chains), Privileges.INSTRUMENT_DAPP);
        _grant(address(instruments), Privileges.REGISTRY_INSTRUMENT_DAPP);
        acceptProtocol(address(chains), address(deliveries));
        acceptProtocol(address(chains), dapp);
    }

    function _populate() private {
        agent = onboard("Ramp Transfer Agency");
        clearer = onboard("Central Clearing");
        keeper = onboard("Global Custody");
        _grant(issuer, Privileges.REGISTRY_ISSUER);
        _grant(meridian, Privileges.REGISTRY_REGISTRAR);
        _grant(meridian, Privileges.REGISTRY_ONRAMPER);
        _grant(nordhafen, Privileges.REGISTRY_REGISTRAR);
        _grant(agent, Privileges.REGISTRY_ONRAMPER);
        _grant(clearer, Privileges.REGISTRY_CUSTODIAN);
        _grant(keeper, Privileges.REGISTRY_CUSTODIAN);
        address[3] memory investors = [alpen, baltic, rhone];
        for (uint256 i; i < 3; ++i) {
            _grant(investors[i], Privileges.REGISTRY_INVESTOR);
            for (uint64 number = 1; number <= 2; ++number) {
                _configure(meridian, investors[i], number, true);
                _configure(nordhafen, investors[i], number, true);
            }
        }
    }

    function _grant(address holder, bytes32 privilege) internal {
        grantOn(address(chains), holder, privilege);
    }

    function _revoke(address holder, bytes32 privilege) internal {
        revokeOn(address(chains), holder, privilege);
    }

    function _configure(address registrar, address owner, uint64 number, bool valid) internal {
        vm.prank(registrar);
        chains.configureAccount(account(owner, number), AccountDetails(valid, false, false));
    }

    function _instrument(bytes32 name, CreationMark mark) internal returns (InstrumentId instrumentId) {
        IInstrumentManager.InstrumentTerms memory its = terms(name, InstrumentType.FUND);
        its.creationMark = mark;
        instrumentId = InstrumentId.wrap(name);
        vm.prank(issuer);
        instruments.createInstrument(instrumentId, its);
    }

    function _registry(address registrar, bytes32 name, CreationMark mark)
        internal
        returns (RegistryId registryId)
    {
        InstrumentId instrumentId = _instrument(name, mark);
        vm.prank(registrar);
        registryId = chains.requestInstrumentRegistration(address(instruments), instrumentId, 1);
        vm.prank(issuer);
        chains.confirmInstrumentRegistrationAndPrepareRegistry(registryId);
    }

    function _custodians() internal view returns (address[] memory custodians) {
        custodians = new address[](2);
        (custodians[0], custodians[1]) = (clearer, keeper);
    }

    function _chain(
        address registrar,
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address transferAgent
    ) internal {
        vm.prank(registrar);
        chains.createChain(registryId, custodyChainId, _custodians(), transferAgent);
    }

    function _onramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address owner,
        uint64 number,
        uint256 quantity
    ) internal {
        vm.prank(agent);
        chains.onramp(registryId, custodyChainId, account(owner, number), quantity, REF);
    }

    function _mark(address owner, CustodyChainId custodyChainId, uint256 quantity) internal {
        vm.prank(owner);
        chains.markAsRedeemable(shares, custodyChainId, AccountNumber.wrap(1), quantity);
    }

    /// @dev Meridian's shares, and certificates that are still being taken over, in each state that refuses things.
    function _suspend() internal {
        vm.prank(meridian);
        chains.suspendRegistry(shares, WHY);
    }

    function _export() internal {
        vm.prank(meridian);
        chains.startExporting(shares, WHY);
    }

    /// @dev A registry of Meridian's that is IMPORTING, with a chain of its own.
    function _importing(CustodyChainId custodyChainId, address transferAgent)
        internal
        returns (RegistryId registryId)
    {
        registryId = _registry(meridian, "taken over", CreationMark.TO_IMPORT);
        _chain(meridian, registryId, custodyChainId, transferAgent);
    }

    function _notRegistered(RegistryId registryId, RegistryState state) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryNotRegistered.selector, registryId, state);
    }

    function _chainUnknown(RegistryId registryId, CustodyChainId custodyChainId)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodeWithSelector(
            IChainRegistryManager.CustodyChainUnknown.selector, registryId, custodyChainId
        );
    }

    function _registrarRequired(RegistryId registryId, address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistration.RegistryRegistrarRequired.selector, registryId, caller);
    }

    function _notOpen(address registrar, address owner, uint64 number) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.AccountNotOpen.selector, registrar, owner, AccountNumber.wrap(number)
        );
    }

    function _blacklisted(address tenant) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IPlatformManager.TenantBlacklisted.selector, tenant);
    }

    function _notAvailable(
        CustodyChainId custodyChainId,
        address owner,
        uint64 number,
        uint256 available,
        uint256 quantity
    ) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(
            IAccountRegistryManager.QuantityNotAvailable.selector,
            custodyChainId,
            owner,
            AccountNumber.wrap(number),
            available,
            quantity
        );
    }

    function _has(
        CustodyChainId custodyChainId,
        address owner,
        uint64 number,
        uint256 balance,
        uint256 earmarked,
        uint256 marked
    ) internal view {
        (uint256 held, uint256 aside, uint256 markedNow) =
            chains.positionOf(custodyChainId, account(owner, number));
        same(held, balance, "balance");
        same(aside, earmarked, "earmarked");
        same(markedNow, marked, "marked");
    }

    /// @dev P09, for Meridian's shares: over each chain and over all of them, on-ramped less off-ramped is what is held.
    function _balanced() internal view {
        uint256 total;
        CustodyChainId[2] memory ids = [CHAIN, OWN];
        address[3] memory owners = [alpen, baltic, rhone];
        (uint256 allOn, uint256 allOff) = chains.supplyOf(shares);
        for (uint256 c; c < 2; ++c) {
            uint256 held;
            for (uint256 i; i < 6; ++i) {
                (uint256 balance,,) = chains.positionOf(ids[c], account(owners[i % 3], uint64(1 + i / 3)));
                held += balance;
            }
            (uint256 onramped, uint256 offramped) = chains.chainSupplyOf(ids[c]);
            same(onramped - offramped, held, "a chain's totals are not its balances");
            total += held;
            (allOn, allOff) = (allOn - onramped, allOff - offramped);
        }
        same(chains.totalSupplyOf(shares), total, "the registry's total is not the sum of balances");
        same(allOn, 0, "on-ramped over all chains");
        same(allOff, 0, "off-ramped over all chains");
    }
}
