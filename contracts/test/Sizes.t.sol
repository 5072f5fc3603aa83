// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { DappController } from "../src/access/DappController.sol";
import { PrivilegeManager } from "../src/access/PrivilegeManager.sol";
import { DeliveryManager } from "../src/delivery/DeliveryManager.sol";
import { Erc20LegManager } from "../src/delivery/legs/Erc20LegManager.sol";
import { Erc721LegManager } from "../src/delivery/legs/Erc721LegManager.sol";
import { HtlcLegManager } from "../src/delivery/legs/HtlcLegManager.sol";
import { InstrumentManager } from "../src/instrument/InstrumentManager.sol";
import { DappFactory } from "../src/platform/DappFactory.sol";
import { Factory } from "../src/platform/Factory.sol";
import { PlatformManager } from "../src/platform/PlatformManager.sol";
import { Tenant } from "../src/platform/Tenant.sol";
import { Upgrades } from "../src/proxy/Upgrades.sol";
import { AccountRegistryManager } from "../src/registry/accounts/AccountRegistryManager.sol";
import { EarmarkProtocols } from "../src/registry/core/EarmarkProtocols.sol";
import { RegistrationLogic } from "../src/registry/core/RegistrationLogic.sol";
import { ChainRegistryManager } from "../src/registry/custodyChains/ChainRegistryManager.sol";
import { CustodyChainLogic } from "../src/registry/custodyChains/CustodyChainLogic.sol";
import { EntryRegistryManager } from "../src/registry/entries/EntryRegistryManager.sol";
import { PlatformFixture } from "./support/PlatformFixture.sol";
import { Snapshots } from "./support/Snapshots.sol";

/// @title Every contract fits, and how large it is.
contract SizesTest is PlatformFixture, Snapshots {
    uint256 private constant MOST = 24_576;

    function _fits(string memory name, address deployed) private {
        check(deployed.code.length < MOST, name);
        snapshotValue("sizes", name, deployed.code.length);
    }

    function test_EveryContractIsUnderTheSizeLimit() external {
        address controller = address(new DappController());
        address tenant = address(new Tenant());
        _fits("AccountRegistryManager", address(new AccountRegistryManager()));
        _fits("CustodyChainLogic", address(CustodyChainLogic));
        _fits("ChainRegistryManager", address(new ChainRegistryManager()));
        _fits("DappController", controller);
        _fits("DappFactory", address(new DappFactory(tenant)));
        _fits("DeliveryManager", address(new DeliveryManager(address(platform), tenant)));
        _fits("Erc20LegManager", address(new Erc20LegManager(tenant, tenant)));
        _fits("Erc721LegManager", address(new Erc721LegManager(tenant, tenant)));
        _fits("EarmarkProtocols", address(EarmarkProtocols));
        _fits("EntryRegistryManager", address(new EntryRegistryManager()));
        _fits("Factory", address(new Factory(tenant, controller)));
        _fits("RegistrationLogic", address(RegistrationLogic));
        _fits("HtlcLegManager", address(new HtlcLegManager(tenant, tenant)));
        _fits("InstrumentManager", address(new InstrumentManager()));
        _fits("PlatformManager", address(new PlatformManager()));
        _fits("PrivilegeManager", address(new PrivilegeManager()));
        _fits("Standings", address(platform.standings()));
        _fits("Tenant", tenant);
        _fits("Upgrades", address(Upgrades));
    }
}
