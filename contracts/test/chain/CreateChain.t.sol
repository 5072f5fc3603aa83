// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { CustodyChain, CustodyChainId } from "../../src/types/CustodyChain.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: createChain, custodyChains, chainsOf.
contract CreateChainTest is ChainFixture {
    CustodyChainId private constant NEW = CustodyChainId.wrap("new");

    function _create(
        address by,
        CustodyChainId custodyChainId,
        address[] memory custodians,
        address transferAgent
    ) private {
        vm.prank(by);
        chains.createChain(shares, custodyChainId, custodians, transferAgent);
    }

    function _invalid() private pure returns (bytes memory) {
        return abi.encodeWithSelector(IChainRegistryManager.CustodyChainCustodiansInvalid.selector, NEW);
    }

    function test_RevertWhen_AnybodyButTheRegistrarCreates() external {
        refuses(_registrarRequired(shares, agent));
        _create(agent, NEW, _custodians(), agent);
        refuses(_registrarRequired(shares, nordhafen));
        _create(nordhafen, NEW, _custodians(), agent);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _create(meridian, NEW, _custodians(), agent);
    }

    function test_RevertWhen_TheRegistryIsUnknownSuspendedOrExporting() external {
        RegistryId unknown = RegistryId.wrap("unknown");
        vm.prank(meridian);
        refuses(abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, unknown));
        chains.createChain(unknown, NEW, _custodians(), agent);
        _suspend();
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        _create(meridian, NEW, _custodians(), agent);
        vm.prank(meridian);
        chains.unsuspendRegistry(shares, 0);
        _export();
        refuses(_notRegistered(shares, RegistryState.EXPORTING));
        _create(meridian, NEW, _custodians(), agent);
    }

    function test_Privilege_ONRAMPER_HasItNot_WhoShallBeTransferAgent() external {
        refuses(notHeld(keeper, Privileges.REGISTRY_ONRAMPER));
        _create(meridian, NEW, _custodians(), keeper);
    }

    function test_Privilege_CUSTODIAN_HasItNot() external {
        address[] memory custodians = _custodians();
        custodians[1] = alpen;
        refuses(notHeld(alpen, Privileges.REGISTRY_CUSTODIAN));
        _create(meridian, NEW, custodians, agent);
    }

    function test_Privilege_CUSTODIAN_HadItUntilTheTransactionBefore() external {
        _revoke(keeper, Privileges.REGISTRY_CUSTODIAN);
        refuses(notHeld(keeper, Privileges.REGISTRY_CUSTODIAN));
        _create(meridian, NEW, _custodians(), agent);
    }

    function test_RevertWhen_TheCustodiansAreNoneTooManyOrTheSameTwice() external {
        refuses(_invalid());
        _create(meridian, NEW, new address[](0), agent);
        address[] memory custodians = new address[](3);
        (custodians[0], custodians[1], custodians[2]) = (clearer, keeper, clearer);
        refuses(_invalid());
        _create(meridian, NEW, custodians, agent);
        custodians = new address[](9);
        for (uint160 i; i < 9; ++i) {
            custodians[i] = address(0xC000 + i);
            _grant(custodians[i], Privileges.REGISTRY_CUSTODIAN);
        }
        refuses(_invalid());
        _create(meridian, NEW, custodians, agent);
    }

    function test_RevertWhen_TheIdIsMissingOrUsed() external {
        refuses(abi.encodeWithSelector(IChainRegistryManager.CustodyChainIdMissing.selector));
        _create(meridian, CustodyChainId.wrap(0), _custodians(), agent);
        refuses(abi.encodeWithSelector(IChainRegistryManager.CustodyChainAlreadyExists.selector, CHAIN));
        _create(meridian, CHAIN, _custodians(), agent);
        refuses(abi.encodeWithSelector(IChainRegistryManager.CustodyChainAlreadyExists.selector, FOREIGN));
        _create(meridian, FOREIGN, _custodians(), agent);
    }

    function test_Privilege_CUSTODIAN_HasIt_AndTheChainKeepsItsOrder() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.CustodyChainCreated(shares, NEW, agent, _custodians());
        _create(meridian, NEW, _custodians(), agent);
        CustodyChain memory made = chains.custodyChains(NEW);
        same(RegistryId.unwrap(made.registryId), RegistryId.unwrap(shares), "registry");
        same(made.transferAgent, agent, "transfer agent");
        same(made.custodians.length, 2, "custodians");
        same(made.custodians[0], clearer, "first");
        same(made.custodians[1], keeper, "second");
        CustodyChainId[] memory listed = chains.chainsOf(shares);
        same(listed.length, 3, "listed");
        same(CustodyChainId.unwrap(listed[2]), CustodyChainId.unwrap(NEW), "the last one");
    }

    function test_AChainMayBeCreatedWhileImporting() external {
        RegistryId coming = _registry(meridian, "coming", CreationMark.TO_IMPORT);
        _chain(meridian, coming, NEW, meridian);
        same(chains.custodyChains(NEW).transferAgent, meridian, "transfer agent");
    }

    function test_AChainThatIsNotThereHasNoCustodians() external view {
        same(chains.custodyChains(UNKNOWN).custodians.length, 0, "custodians");
        same(chains.chainsOf(RegistryId.wrap("unknown")).length, 0, "chains");
    }

    /// @dev A chain may have any word for its id, that of its registry too: the totals stay apart.
    function test_P09_AChainNamedAsItsRegistryCountsApart() external {
        CustodyChainId twin = CustodyChainId.wrap(RegistryId.unwrap(certificates));
        _chain(nordhafen, certificates, twin, agent);
        _onramp(certificates, twin, alpen, 1, 5);
        _onramp(certificates, FOREIGN, alpen, 1, 7);
        same(chains.totalSupplyOf(certificates), 12, "registry");
        (uint256 onramped,) = chains.chainSupplyOf(twin);
        same(onramped, 5, "chain");
    }
}
